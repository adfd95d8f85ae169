import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const key = v.pipe(v.string(), v.minLength(43))
const Secrets = v.object({ csrf: key, roomTokens: key, smsCodes: key })

/** Keys the server signs with, each 256 random bits as base64url. */
export type Secrets = v.InferOutput<typeof Secrets>

const fresh = () => randomBytes(32).toString('base64url')

/** The secrets of this data folder, made on first start and readable by the owner only. */
export function openSecrets(dataFolder: string): Secrets {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
	const file = join(dataFolder, 'secrets.json')
	const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
	const secrets = v.parse(Secrets, { csrf: fresh(), roomTokens: fresh(), smsCodes: fresh(), ...kept })
	if (Object.keys(kept).length !== Object.keys(secrets).length) {
		writeFileSync(file, `${JSON.stringify(secrets, null, '\t')}\n`, { mode: 0o600 })
	}
	return secrets
}
