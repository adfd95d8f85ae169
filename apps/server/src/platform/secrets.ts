import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from './atomicFile.ts'
import { makeFolder } from './makeFolder.ts'
import { StartError } from './startError.ts'

/** In the folder of the keys and excluded from backups: its signatures and hashes are worthless elsewhere. */
export const secretsFile = 'secrets.json'

const key = v.pipe(v.string(), v.minLength(43))
const Secrets = v.object({ csrf: key, roomTokens: key, smsCodes: key, knownDevices: key, imTokens: key, relay: key })

/** Signing keys of the server, each 256 random bits as base64url. */
export type Secrets = v.InferOutput<typeof Secrets>

const createKey = () => randomBytes(32).toString('base64url')

/**
 * Reads the secrets of a folder; creates missing ones in a file only its owner can read. A file that has all of them is not
 * written, so that its folder may be read-only.
 * @throws {StartError} if the file is damaged, or lacks some and cannot be written
 */
export function loadSecrets(folder: string): Secrets {
	const file = join(folder, secretsFile)
	const stored = existsSync(file) ? readStored(file) : {}
	const fresh = Object.fromEntries(Object.keys(Secrets.entries).map(name => [name, createKey()]))
	const secrets = v.parse(Secrets, { ...fresh, ...stored })
	const missing = Object.keys(secrets).filter(name => !Object.hasOwn(stored, name))
	if (missing.length > 0) write(file, secrets, missing)
	return secrets
}

function write(file: string, secrets: Secrets, missing: string[]): void {
	try {
		makeFolder(dirname(file))
		writeFileAtomically(file, `${JSON.stringify(secrets, null, '\t')}\n`)
	} catch (error) {
		const { code = String(error) } = error as { code?: string }
		throw new StartError(
			`${file} lacks ${missing.join(', ')}, and cannot be written (${code}): make its folder writable once, or add each as 32 random bytes in base64url.`,
		)
	}
}

function readStored(file: string): Partial<Secrets> {
	try {
		return v.parse(v.partial(Secrets), JSON.parse(readFileSync(file, 'utf8'))) as Partial<Secrets>
	} catch (error) {
		if ((error as { code?: string }).code !== undefined) throw error
		throw new StartError(
			`${file} is damaged: restore it from a backup, or remove it, which signs everybody out of their meetings.`,
		)
	}
}
