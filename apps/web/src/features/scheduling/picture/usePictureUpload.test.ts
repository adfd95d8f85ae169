import { picturePathOf } from '@parley/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { usePictureUpload } from './usePictureUpload.ts'

const call = 'POST /meeting/uploadImg'
const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'poster.jpg', { type: 'image/jpeg' })
const text = new File(['GIF89a'], 'poster.jpg', { type: 'image/jpeg' })

afterEach(() => void vi.unstubAllGlobals())

/** Uploads are answered when the test says so. */
function startUploads() {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({ [call]: () => new Promise<StubAnswer>(resolve => (answer = resolve)) })
	const { result, unmount } = renderHook(() => usePictureUpload())
	return { server, result, unmount, answer: (given: StubAnswer) => act(async () => answer(given)) }
}

test('[LSET-11] the message about a file goes when another one is chosen', async () => {
	const { result } = startUploads()
	await act(() => result.current.accepts(text))
	expect(result.current.error).toBe(m.typeTip())
	await act(() => result.current.accepts(picture))
	expect(result.current.error).toBeUndefined()
})

test('an upload begins at 0 without the message of the last one, and ends without progress', async () => {
	const { server, result, answer } = startUploads()
	act(() => result.current.failToRead())
	expect(result.current.error).toBe(m.scheduling_picture_unreadable())
	act(() => void result.current.upload(picture))
	expect(result.current).toMatchObject({ progress: 0, error: undefined })
	await waitFor(() => expect(server.count(call)).toBe(1))
	expect(result.current.progress).toBe(0.5)
	await answer({ data: { liveBgImg: picturePathOf(`${'0f'.repeat(32)}.jpg`) } })
	await waitFor(() => expect(result.current.progress).toBeUndefined())
})

test('an upload that failed says why, and ends without progress', async () => {
	const { server, result, answer } = startUploads()
	act(() => void result.current.upload(picture))
	await waitFor(() => expect(server.count(call)).toBe(1))
	await answer('no-answer')
	await waitFor(() => expect(result.current).toMatchObject({ progress: undefined, error: m.uploadFail() }))
})

test('leaving the screen gives up what is being uploaded', async () => {
	const { server, result, unmount } = startUploads()
	const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
	act(() => void result.current.upload(picture))
	await waitFor(() => expect(server.count(call)).toBe(1))
	expect(abort).not.toHaveBeenCalled()
	unmount()
	expect(abort).toHaveBeenCalledTimes(1)
})
