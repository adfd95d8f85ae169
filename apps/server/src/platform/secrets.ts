import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const key = v.pipe(v.string(), v.minLength(43))
const Secrets = v.object({ csrf: key, roomTokens: key, smsCodes: key })

/** Signing keys of the server, each 256 random bits as base64url. */
export type Secrets = v.InferOutput<typeof Secrets>

const createKey = () => randomBytes(32).toString('base64url')

/** Reads the secrets of a data folder; missing ones are created, in a file only its owner can read. */
export function loadSecrets(dataFolder: string): Secrets {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
	const file = join(dataFolder, 'secrets.json')
	const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
	const secrets = v.parse(Secrets, { csrf: createKey(), roomTokens: createKey(), smsCodes: createKey(), ...stored })
	if (Object.keys(stored).length !== Object.keys(secrets).length) {
		writeFileSync(file, `${JSON.stringify(secrets, null, '\t')}\n`, { mode: 0o600 })
	}
	return secrets
}
