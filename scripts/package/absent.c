// SPDX-License-Identifier: MIT
// Libraries without contents, for packages that bring their libraries: bundle.sh compiles one of them, -DCURL or -DJBIG.
//
// PROJ can fetch grids by libcurl, which needs forty libraries more. The program never lets it (proj_context_set_enable_network in
// Sources/MapProj), so that none of these is called; if one were, there would be no connection.
//
// libtiff unpacks JBIG, a method of fax machines, by JBIG-KIT, whose licence a package with other parts cannot be under. Here it refuses
// such a block, and the program tells that it is damaged.
#include <stddef.h>

#ifdef CURL
enum { failedInit = 2 };

void *curl_easy_init(void) { return NULL; }
void curl_easy_cleanup(void *handle) { (void)handle; }
int curl_easy_setopt(void *handle, int option, ...) { return (void)handle, (void)option, failedInit; }
int curl_easy_getinfo(void *handle, int info, ...) { return (void)handle, (void)info, failedInit; }
int curl_easy_perform(void *handle) { return (void)handle, failedInit; }
#endif

#ifdef JBIG
enum { aborted = 4 << 4 };

void jbg_dec_init(void *state) { (void)state; }
int jbg_dec_in(void *state, unsigned char *data, size_t length, size_t *count) {
    return (void)state, (void)data, (void)length, (void)count, aborted;
}
unsigned char *jbg_dec_getimage(const void *state, int plane) { return (void)state, (void)plane, NULL; }
unsigned long jbg_dec_getsize(const void *state) { return (void)state, 0; }
void jbg_dec_free(void *state) { (void)state; }
void jbg_enc_init(void *state) { (void)state; }
void jbg_enc_out(void *state) { (void)state; }
void jbg_enc_free(void *state) { (void)state; }
int jbg_newlen(unsigned char *data, size_t length) { return (void)data, (void)length, aborted; }
const char *jbg_strerror(int number) { return (void)number, "JBIG is not in this package"; }
#endif
