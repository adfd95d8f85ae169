import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from './atomicFile.ts'
import { makeFolder } from './makeFolder.ts'
import { StartError } from './startError.ts'

/** In the data folder and excluded from backups: its signatures and hashes are worthless elsewhere. */
export const secretsFile = 'secrets.json'

const key = v.pipe(v.string(), v.minLength(43))
const Secrets = v.object({ csrf: key, roomTokens: key, smsCodes: key, knownDevices: key, imTokens: key, relay: key })

/** Signing keys of the server, each 256 random bits as base64url. */
export type Secrets = v.InferOutput<typeof Secrets>

const createKey = () => randomBytes(32).toString('base64url')

/**
 * Reads the secrets of a data folder; creates missing ones in a file only its owner can read.
 * @throws {StartError} if the file is damaged
 */
export function loadSecrets(dataFolder: string): Secrets {
	makeFolder(dataFolder)
	const file = join(dataFolder, secretsFile)
	const stored = existsSync(file) ? readStored(file) : {}
	const fresh = Object.fromEntries(Object.keys(Secrets.entries).map(name => [name, createKey()]))
	const secrets = v.parse(Secrets, { ...fresh, ...stored })
	if (Object.keys(stored).length !== Object.keys(secrets).length) {
		writeFileAtomically(file, `${JSON.stringify(secrets, null, '\t')}\n`)
	}
	return secrets
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
