import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { isEqualInConstantTime } from './constantTime.ts'

const argon2Async = promisify(argon2)
/** 19 MiB, two passes: the lower recommendation for argon2id, about 25 ms on a small machine. */
const cost = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 } as const

const derive = (password: string, nonce: Buffer): Promise<Buffer> =>
	argon2Async('argon2id', { message: password, nonce, ...cost }) as Promise<Buffer>

/** Hash of an account password as `argon2id$nonce$tag`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
	const nonce = randomBytes(16)
	const tag = await derive(password, nonce)
	return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

const unmatchableHash = `argon2id$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`

/** Takes the same time with and without a hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
	const [, nonce = '', tag = ''] = (hash ?? unmatchableHash).split('$')
	const expected = Buffer.from(tag, 'base64url')
	const actual = await derive(password, Buffer.from(nonce, 'base64url'))
	return isEqualInConstantTime(actual, expected) && hash !== null && hash !== undefined
}
