/* The C library's headers ask for this file when they are used for 32-bit programs; a 64-bit installation lacks it. It
   would list functions that the C library does not have; the models decide that here. */
