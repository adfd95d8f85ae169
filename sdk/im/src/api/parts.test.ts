import { afterEach, expect, test, vi } from 'vitest'
import { createVirtualTime } from '../testing/virtualTime.ts'

afterEach(() => {
	vi.doUnmock('./tokens.ts')
	vi.resetModules()
})

/** Imports a fresh `parts.ts`, with a part that fails to load `failures` times. */
async function partsWith(failures: number) {
	let left = failures
	vi.resetModules()
	vi.doMock('./tokens.ts', () => {
		if (left-- > 0) throw new Error('offline')
		return { requestToken: 'there' }
	})
	return await import('./parts.ts')
}

test('loading a part is retried until it succeeds', async () => {
	const { loadPart } = await partsWith(2)
	const time = createVirtualTime()
	const logs: string[] = []
	const part = loadPart({ after: time.after, log: text => logs.push(text) }, 'tokens')
	await vi.waitFor(() => expect(time.pending).toBe(1))
	await time.advance(1_000)
	await vi.waitFor(() => expect(time.pending).toBe(1))
	await time.advance(2_000)
	await expect(part).resolves.toMatchObject({ requestToken: 'there' })
	expect(logs).toEqual(Array(2).fill('the part tokens could not be loaded'))
})

test('a part that is unavailable for a minute is an error, and the next use tries again', async () => {
	const { loadPart } = await partsWith(7)
	const after = (_: number, act: () => void) => {
		act()
		return () => {}
	}
	const env = { after, log: () => {} }
	await expect(loadPart(env, 'tokens')).rejects.toMatchObject({ kind: 'network', retryable: true })
	await expect(loadPart(env, 'tokens')).resolves.toMatchObject({ requestToken: 'there' })
})
