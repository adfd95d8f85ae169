import type { FieldCipher } from './fieldCipher.ts'
import { isEncrypted } from './fieldCipher.ts'

/** Login names of accounts created with a mobile number: the number itself, or with its area code. */
const isNumber = (name: string): boolean => /^\d{11}$|^\d{1,4}-\d{4,20}$/.test(name)

/** Prefix of the keys of numeric names; no name begins with it. */
export const numberKeyPrefix = '~'

/** The key a login name is found by, ignoring case. Numeric names are hashed, so that none is a prefix of another. */
export const storedNameKey = (cipher: FieldCipher, name: string): string =>
	isNumber(name) ? `${numberKeyPrefix}${cipher.lookup('users.name', name)}` : name.toLowerCase()

/** A login name as stored: encrypted if it is a mobile number. */
export const storedName = (cipher: FieldCipher, name: string): string =>
	isNumber(name) ? cipher.encrypt('users.name', name) : name

export const readName = (cipher: FieldCipher, stored: string): string =>
	isEncrypted(stored) ? cipher.decrypt('users.name', stored) : stored
