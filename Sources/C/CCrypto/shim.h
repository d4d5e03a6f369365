#pragma once
// Digests, HMAC and signatures of elliptic curves, from OpenSSL's libcrypto.
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
