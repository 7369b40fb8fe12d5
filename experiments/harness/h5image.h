/*
 * h5image.h: an HDF5 file that lives in memory until it is closed, and then is plain bytes.
 *
 * H5Fget_file_image() will not do: on an open file of this format version 1.10.8 hands out an image
 * whose superblock says "not open for writing" under the checksum of "open for writing", which no
 * reader accepts. Closing writes a sound superblock, so the buffer is taken over from the driver at
 * that moment.
 */
#ifndef LAB_H5IMAGE_H
#define LAB_H5IMAGE_H

#include <stddef.h>
#include <hdf5.h>

typedef struct LabH5Image {
    void *bytes; /* set when the file was closed; free() it */
    size_t room; /* bytes the driver had asked for, at least those of the file */
} LabH5Image;

/* Sets the driver of a file-access list so that a file created with it ends in image, which must
 * live until then. Negative on failure, as HDF5's own. */
herr_t lab_h5image_use(hid_t access, LabH5Image *image);

/* The file's length, from its superblock; 0 when the image holds no such file. */
size_t lab_h5image_length(const LabH5Image *image);

#endif
