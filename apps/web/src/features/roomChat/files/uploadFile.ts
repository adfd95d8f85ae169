import { roomChat as calls, type RefusalOf } from '@parley/api'
import { type ChatFile, type ChatFileId, chatFileLimits, type Result } from '@parley/core'
import type { CallApi, GeneralRefusal, NetworkFailure } from '../../../api/index.ts'
import type { Audience } from '../chatMessages.ts'

/** The refusal of a call of an upload, or what kept it from being answered. */
export type UploadFailure =
	| RefusalOf<typeof calls.startFile>
	| RefusalOf<typeof calls.sendFilePart>
	| RefusalOf<typeof calls.finishFile>
	| GeneralRefusal
	| NetworkFailure
	/** It was deleted, moved or changed on this device. */
	| 'fileGone'

/** A call without an answer is repeated after these times, in ms. */
const againAfterMs = [1_000, 2_000, 4_000, 8_000]
/** A call that the server asks to repeat later is repeated so many times, after this time unless the server says another. */
const maxPostponed = 12
const postponedMs = 5_000
/** The rest is for checking the file. */
const shareOfParts = 0.95

export interface UploadDeps {
	callApi: CallApi
	/** Waits, unless the signal is aborted meanwhile. */
	pause(ms: number, signal: AbortSignal): Promise<void>
}

export interface Upload {
	meetingId: string
	/** Returns the current token of the files of the chat, which each connection renews. */
	token(): string
	to: Audience
	file: File
	/** Called with the share of the upload that is done, from 0 to 1. */
	onProgress(done: number): void
	signal: AbortSignal
}

/**
 * Uploads a picture or file of a message in parts, over interruptions of the connection. A server that was restarted meanwhile
 * knows nothing of it, and gets it from the beginning.
 */
export async function uploadFile(deps: UploadDeps, upload: Upload): Promise<Result<ChatFile, UploadFailure>> {
	const first = await uploadOnce(deps, upload)
	return !first.ok && first.failure === 'unknownFile' ? await uploadOnce(deps, upload) : first
}

async function uploadOnce(
	{ callApi, pause }: UploadDeps,
	{ meetingId, token, to, file, onProgress, signal }: Upload,
): Promise<Result<ChatFile, UploadFailure>> {
	type Sent<T> = { ok: true; value: T } | { ok: false; failure: { refusal: UploadFailure; retryAfterMs?: number } }

	async function repeated<T>(send: () => Promise<Sent<T>>): Promise<Result<T, UploadFailure>> {
		let unanswered = 0
		let postponed = 0
		for (;;) {
			const sent = await send()
			if (sent.ok) return sent
			const { refusal, retryAfterMs = postponedMs } = sent.failure
			let afterMs: number | undefined
			if (refusal === 'offline' || refusal === 'timeout') afterMs = againAfterMs[unanswered++]
			if (refusal === 'busy' || refusal === 'tooMany') afterMs = postponed++ < maxPostponed ? retryAfterMs : undefined
			if (afterMs === undefined || signal.aborted) return { ok: false, failure: refusal }
			await pause(afterMs, signal)
		}
	}
	// The token tells who is in the room, whether they have an account or not.
	const options = { quiet: true, unauth: true, meetingId, signal }

	onProgress(0)
	const announced = { to, name: file.name, bytes: file.size }
	const started = await repeated(() => callApi(calls.startFile, { token: token(), ...announced }, options))
	if (!started.ok) return started
	const { id } = started.value
	const { partBytes } = chatFileLimits
	for (let index = 0; index * partBytes < file.size; index++) {
		const part = await bytesOf(file.slice(index * partBytes, (index + 1) * partBytes))
		if (!part) return { ok: false, failure: 'fileGone' }
		const sent = await repeated(() => sendPart(id, index, part))
		if (!sent.ok) return sent
	}
	return await repeated<ChatFile>(() => callApi(calls.finishFile, { token: token(), id }, options))

	function sendPart(id: ChatFileId, index: number, part: Uint8Array<ArrayBuffer>) {
		const before = index * partBytes
		const report = (share: number) => onProgress(((before + share * part.length) / file.size) * shareOfParts)
		return callApi(calls.sendFilePart, { token: token(), id, index, part }, { ...options, onProgress: report })
	}
}

/** Returns the content of a part; undefined if the device cannot read it any more. */
async function bytesOf(part: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
	try {
		return new Uint8Array(await part.arrayBuffer())
	} catch {
		return undefined
	}
}
