import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from './atomicFile.ts'
import { makeFolder } from './makeFolder.ts'
import { StartError } from './startError.ts'

/** In the data folder and excluded from backups: without it a backup reveals no passwords or numbers. */
export const fieldKeyFile = 'field-keys.json'

const FieldKey = v.object({
	id: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
	/** 256 random bits as base64url. */
	key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
	createdAt: v.string(),
})
const Stored = v.object({ keys: v.pipe(v.array(FieldKey), v.minLength(1)) })

/** A key that encrypts fields of the database. */
export type FieldKey = v.InferOutput<typeof FieldKey>

/** Storage of a database's keys; the newest is the last. */
export interface FieldKeyStore {
	/** Location for messages, such as the path of the file. */
	place: string
	read(): FieldKey[]
	add(): FieldKey
	/** Removes all other keys. */
	keepOnly(id: string): void
}

const createKey = (): FieldKey => ({
	id: randomBytes(4).toString('hex'),
	key: randomBytes(32).toString('base64url'),
	createdAt: new Date().toISOString(),
})

/** Keeps keys in a file that only its owner can read. */
export function createFieldKeyFile(folder: string): FieldKeyStore {
	const place = join(folder, fieldKeyFile)
	const read = () => (existsSync(place) ? readStored(place) : [])
	function write(keys: FieldKey[]) {
		makeFolder(folder)
		writeFileAtomically(place, `${JSON.stringify({ keys }, null, '\t')}\n`)
	}
	return {
		place,
		read,
		add() {
			const added = createKey()
			write([...read(), added])
			return added
		},
		keepOnly: id => write(read().filter(key => key.id === id)),
	}
}

function readStored(path: string): FieldKey[] {
	try {
		return v.parse(Stored, JSON.parse(readFileSync(path, 'utf8'))).keys
	} catch (error) {
		if ((error as { code?: string }).code !== undefined) throw error
		throw new StartError(`${path} is damaged: replace it with your copy; nothing else opens the database.`)
	}
}

/** Keys that live as long as the process, for in-memory databases. */
export function createFieldKeysInMemory(): FieldKeyStore {
	let keys: FieldKey[] = []
	return {
		place: 'memory',
		read: () => keys,
		add() {
			const added = createKey()
			keys = [...keys, added]
			return added
		},
		keepOnly(id) {
			keys = keys.filter(key => key.id === id)
		},
	}
}
