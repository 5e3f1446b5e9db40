"""The law cases of Deschapelles 1839, a chapter a subject."""
