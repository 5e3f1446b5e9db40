"""Words for codes that people read off a screen and type: 256, so that each stands for eight bits."""

from __future__ import annotations

from typing import Final

WORDS: Final[tuple[str, ...]] = tuple(
    """acorn agate alder amber anchor apple apron arbor arrow aspen atlas attic autumn badge bamboo banjo barley barn
    basil basin basket bay beacon bean bear beaver bell berry birch bison blanket bloom boat bonnet book border
    bottle branch brass bread breeze brick bridge bronze brook broom bubble bucket butter button cabin cable
    cactus camel candle canoe canvas captain carbon carpet castle cedar cello chalk chapel cherry chestnut cider
    cinder circle citrus clay cliff clock clover coast cobalt cocoa comet copper coral cotton cradle crane cricket
    crocus crystal curtain daisy dawn desert dolphin donkey dragon drum dune eagle easel ebony ember engine fable
    falcon feather fern fiddle field finch flame flint flute forest fossil fountain fox garden garlic ginger
    glacier glove granite grape gravel guitar hammer harbor harvest hazel heron honey horse island ivory ivy
    jacket jasmine jelly jungle juniper kettle kitten ladder lagoon lantern lark laurel lemon lilac linen lion
    lobster locket lotus magnet mango maple marble meadow melon mirror mitten monkey moss mountain mustard nectar
    needle nickel nutmeg oak oasis oat ocean olive onion opal orchard organ otter owl oyster paddle palm panther
    paper parsley peach pearl pebble pelican pencil pepper piano pigeon pillow pine planet plum pocket pony poplar
    poppy potter prairie pumpkin quartz quill rabbit radish raven ribbon river robin rocket rose saddle saffron
    sail salmon sandal satin sesame shadow shell silver spruce squirrel stable summer sunset swan table tango
    teapot thimble thistle thunder tiger timber tulip tundra turtle umbrella valley velvet violet violin walnut
    willow window winter wizard wren zebra zephyr zinc""".split()
)
