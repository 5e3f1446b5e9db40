"""The rules: what the laws make of what was seen. Pure: values in, values out."""
