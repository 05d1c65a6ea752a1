"""A slow, independent judge of 16-tile hands, straight from the rulebook."""
