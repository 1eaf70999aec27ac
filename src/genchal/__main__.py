"""``python -m genchal``."""

from genchal.cli import main

if __name__ == "__main__":
    main()
