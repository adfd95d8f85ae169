import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from './atomicFile.ts'
import { makeFolder } from './makeFolder.ts'
import { StartError } from './startError.ts'

/** In the data folder and in no backup: without it a backup shows no password and no number. */
export const fieldKeyFile = 'field-keys.json'

const FieldKey = v.object({
	id: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
	/** 256 random bits as base64url. */
	key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
	createdAt: v.string(),
})
const Stored = v.object({ keys: v.pipe(v.array(FieldKey), v.minLength(1)) })

/** A key with which fields of the database are encrypted. */
export type FieldKey = v.InferOutput<typeof FieldKey>

/** Where the keys of a database are kept; the newest is the last. */
export interface FieldKeyStore {
	/** For messages, such as the path of the file. */
	place: string
	read(): FieldKey[]
	add(): FieldKey
	/** Removes all keys but one. */
	keepOnly(id: string): void
}

const createKey = (): FieldKey => ({
	id: randomBytes(4).toString('hex'),
	key: randomBytes(32).toString('base64url'),
	createdAt: new Date().toISOString(),
})

/** Keys in a file that only its owner can read. */
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
		throw new StartError(`${path} is damaged: put the copy you keep in its place, nothing else opens the database.`)
	}
}

/** Keys that end with the process, for databases that do. */
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
