"""The networks, as ONNX; how they were made and what they can do stands in docs/model-card.md."""
