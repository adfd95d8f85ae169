import { roomChat as calls } from '@parley/api'
import { chatFileLimits } from '@parley/core'
import { expect, test } from 'vitest'
import type { CallApi } from '../../../api/index.ts'
import { uploadFile } from './uploadFile.ts'

const stored = { id: `file_${'a'.repeat(16)}`, name: 'a.pdf', bytes: 1 }

/** An upload whose calls get these refusals in their turn, and are accepted after them. */
async function upload({ bytes = 1, part = [] as object[], finish = [] as object[] }) {
	const pauses: number[] = []
	let parts = 0
	const callApi = (async (call: unknown) => {
		const failure = call === calls.sendFilePart ? part.shift() : call === calls.finishFile ? finish.shift() : undefined
		if (failure) return { ok: false, failure }
		if (call === calls.sendFilePart) parts++
		return { ok: true, value: call === calls.startFile ? { id: stored.id } : stored }
	}) as unknown as CallApi
	const pause = async (ms: number) => void pauses.push(ms)
	const file = new File([new Uint8Array(bytes)], 'a.pdf')
	const { signal } = new AbortController()
	const result = await uploadFile(
		{ callApi, pause },
		{ meetingId: '123456789', token: () => 't', to: 'everyone', file, onProgress() {}, signal },
	)
	return { result, pauses, parts }
}

test('[ROOM-224] a part or check that the server postpones is repeated when it says', async () => {
	const tooMany = { refusal: 'tooMany', retryAfterMs: 40_000 }
	const busy = { refusal: 'busy', retryAfterMs: 5_000 }
	const { result, pauses, parts } = await upload({ part: [tooMany], finish: [busy, { refusal: 'busy' }] })
	expect([result.ok, pauses, parts]).toEqual([true, [40_000, 5_000, 5_000], 1])
	const never = await upload({ finish: Array.from({ length: 50 }, () => busy) })
	expect([never.result, never.pauses.length]).toEqual([{ ok: false, failure: 'busy' }, 12])
})

test('[ROOM-224] a call without an answer is repeated four times, and other refusals are final', async () => {
	const offline = { refusal: 'offline' }
	expect((await upload({ part: [offline, offline] })).pauses).toEqual([1_000, 2_000])
	expect((await upload({ part: Array.from({ length: 5 }, () => offline) })).result).toMatchObject({
		failure: 'offline',
	})
	expect(await upload({ part: [{ refusal: 'tooLarge' }] })).toMatchObject({ result: { ok: false }, pauses: [] })
})

test('[ROOM-221] the server takes all parts of the files that a person may send in a minute', async () => {
	const { parts } = await upload({ bytes: chatFileLimits.maxMb * 1024 ** 2 })
	expect(calls.sendFilePart.rateLimit.times).toBe(parts * chatFileLimits.perMinute)
})
