import { cbc } from '@noble/ciphers/aes.js'
import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'

const key = sha256(utf8ToBytes('parley.account-password.v1'))
const ivBytes = 16

/**
 * Encrypts an account password for the wire: AES-256-CBC, key from a fixed string, hex of iv and cipher text (LOGIN-16,
 * OP-039). It keeps passwords out of plain sight in logs; TLS provides the protection.
 * @param iv sixteen random bytes
 */
export const encryptPassword = (password: string, iv: Uint8Array): string =>
	bytesToHex(iv) + bytesToHex(cbc(key, iv).encrypt(utf8ToBytes(password)))

/** Decrypts a password; undefined if it was not made by {@link encryptPassword}. */
export function decryptPassword(sealed: string): string | undefined {
	try {
		const bytes = hexToBytes(sealed)
		return bytesToUtf8(cbc(key, bytes.subarray(0, ivBytes)).decrypt(bytes.subarray(ivBytes)))
	} catch {
		return undefined
	}
}
