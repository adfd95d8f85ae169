import { createClient } from '@redis/client'
import { randomIds } from './ids.ts'

/** Time without an answer after which Redis counts as unreachable. */
const answersWithinMs = 3_000
const markLifetimeMs = 60_000

const keyOf = (mark: string) => `parley:mark:${mark}`

/**
 * Writes a mark that `isMarked` finds at the same Redis, for a minute: its address alone does not say whether two servers use
 * the same one. @throws if Redis does not answer
 */
export async function markRedis(url: string): Promise<string> {
	const mark = randomIds.secret()
	await withClient(url, client => client.set(keyOf(mark), '', { PX: markLifetimeMs }))
	return mark
}

/** Returns whether `markRedis` has written the mark at this Redis. @throws if it does not answer */
export const isMarked = async (url: string, mark: string): Promise<boolean> =>
	(await withClient(url, client => client.exists(keyOf(mark)))) === 1

/** Resolves if Redis answers. @throws the error of the connection, or that it takes too long */
export const pingRedis = async (url: string): Promise<void> => void (await withClient(url, client => client.ping()))

const openClient = (url: string) =>
	createClient({
		url,
		socket: { reconnectStrategy: false, connectTimeout: answersWithinMs, socketTimeout: answersWithinMs },
	})

async function withClient<T>(url: string, act: (client: ReturnType<typeof openClient>) => Promise<T>): Promise<T> {
	const client = openClient(url)
	client.on('error', () => {})
	try {
		await client.connect()
		return await act(client)
	} finally {
		client.destroy()
	}
}
