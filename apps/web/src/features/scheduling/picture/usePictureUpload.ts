import { picture as calls } from '@parley/api'
import type { Result } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { type ApiFailure, callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { type PictureProblem, pictureProblem } from './pictureProblem.ts'

const problemTexts: Record<PictureProblem | 'unreadable', () => string> = {
	type: m.typeTip,
	size: m.sizeTip,
	typeAndSize: m.scheduling_picture_typeAndSize,
	unreadable: m.scheduling_picture_unreadable,
}

const uploadErrors: RefusalTable<typeof calls.upload, () => string, GeneralRefusal> = {
	kindInvalid: m.typeTip,
	tooLarge: m.sizeTip,
	dimensionsInvalid: m.scheduling_picture_unreadable,
	unreadable: m.scheduling_picture_unreadable,
	signedOut: m.scheduling_login_again,
	tooMany: m.scheduling_fail_tooMany,
	forbidden: m.uploadFail,
	missing: m.uploadFail,
	staleToken: m.uploadFail,
	invalidInput: m.uploadFail,
	phoneNeeded: m.uploadFail,
	profileNeeded: m.uploadFail,
	broken: m.uploadFail,
	unknown: m.uploadFail,
}

/** Why a picture was not uploaded (LSET-11, LSET-12, LSET-14). */
export const uploadErrorOf = (failure: Pick<ApiFailure<typeof calls.upload>, 'refusal'>): (() => string) =>
	valueOfFailure(failure, uploadErrors, m.uploadFail)

/**
 * Uploads a picture at a time: how far it is from 0 to 1, and why the last one was not taken, as a message. Leaving the
 * screen gives up what is being uploaded.
 */
export function usePictureUpload() {
	const [progress, setProgress] = useState<number>()
	const [error, setError] = useState<() => string>()
	const abort = useRef<AbortController>(null)
	useEffect(() => {
		const onThisScreen = new AbortController()
		abort.current = onThisScreen
		return () => onThisScreen.abort()
	}, [])
	const fail = (message: () => string) => setError(() => message)

	return {
		progress,
		error: error?.(),
		/** Returns whether a chosen file can be uploaded; otherwise the error says why not. */
		async accepts(file: Blob): Promise<boolean> {
			setError(undefined)
			const problem = await pictureProblem(file)
			if (problem) fail(problemTexts[problem])
			return problem === undefined
		},
		clearError: () => setError(undefined),
		failToRead: () => fail(problemTexts.unreadable),
		/** The path at which the server has it. */
		async upload(file: Blob): Promise<string | undefined> {
			setError(undefined)
			setProgress(0)
			const result = await send(file, setProgress, abort.current?.signal)
			setProgress(undefined)
			if (!result.ok) fail(uploadErrorOf(result.failure))
			return result.ok ? result.value.path : undefined
		},
	}
}

async function send(
	file: Blob,
	onProgress: (sent: number) => void,
	signal: AbortSignal | undefined,
): Promise<Result<{ path: string }, ApiFailure<typeof calls.upload>>> {
	const bytes = new Uint8Array(await file.arrayBuffer())
	return await callApi(
		calls.upload,
		{ file: bytes },
		{ quiet: true, handles401: true, onProgress, ...(signal && { signal }) },
	)
}
