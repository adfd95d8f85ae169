import { limits, picturePathOf } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { LiveBackground } from './LiveBackground.screen.tsx'

// The browser of the page tests has no canvas; e2e/live-scheduling.spec.ts uploads a real picture.
vi.mock('../../features/scheduling/picture/pictureCanvas.ts', () => ({
	openPicture: async (file: File) => (file.name === 'damaged.jpg' ? undefined : 'blob:x'),
	encodePicture: async () => new Blob([new Uint8Array([0xff, 0xd8, 0xff, 1])], { type: 'image/jpeg' }),
}))

const upload = 'POST /meeting/uploadImg'
const path = picturePathOf(`${'0f'.repeat(32)}.jpg`)
const before = picturePathOf(`${'1e'.repeat(32)}.jpg`)
const uploaded: StubAnswer = { data: { liveBgImg: path } }
const keep = (from: string, changes: object, search?: object) =>
	storage.writeTabText(`meetingDraft.${from}`, JSON.stringify({ of: 'hanmei c1', search, before: {}, changes }))
const kept = (from = 'create') =>
	JSON.parse(storage.readTabText(`meetingDraft.${from}`) ?? '{}').changes?.liveBackground

const show = (from = 'create') => renderScreen('/liveBackground', LiveBackground, `/liveBackground?from=${from}`)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const done = () => fireEvent.click(button('完成'))

const aPicture = (start: number[] = [0xff, 0xd8, 0xff], size = 100, name = 'a.jpg') => {
	const bytes = new Uint8Array(size)
	bytes.set(start)
	return new File([bytes], name, { type: 'image/jpeg' })
}
async function choose(file: File) {
	const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
	Object.defineProperty(input, 'files', { configurable: true, value: [file] })
	await act(async () => void fireEvent.change(input))
}
/** The picture that was chosen, as viewers will see it. */
const chosen = () => document.querySelector('main img[src="blob:x"]')
async function chooseOne() {
	await choose(aPicture())
	await waitFor(() => expect(chosen()).toBeTruthy())
}

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	for (const from of ['create', 'edit']) storage.writeTabText(`meetingDraft.${from}`, undefined)
})

test('[LSET-13] 16:9 is suggested, with the kinds and the size that are taken', async () => {
	stubServer({})
	await show()
	expect(screen.getByText(/建议使用 16:9 的图片，支持 JPEG 或 PNG，不超过 5 MB/)).toBeTruthy()
})

test('[LSET-11] a GIF is not taken, whatever its name says, and neither is a damaged picture', async () => {
	const server = stubServer({})
	await show()
	await choose(aPicture([0x47, 0x49, 0x46, 0x38]))
	await screen.findByText('仅支持 JPEG 或 PNG 图片')
	await choose(aPicture([0xff, 0xd8, 0xff], 100, 'damaged.jpg'))
	await screen.findByText('图片无法打开，请换一张')
	expect(screen.queryByText('仅支持 JPEG 或 PNG 图片')).toBeNull()
	expect(chosen()).toBeNull()
	expect(server.requests).toEqual([])
})

test('[LSET-12] 5 MB are taken, and a byte more is not', async () => {
	stubServer({})
	await show()
	await choose(aPicture([0xff, 0xd8, 0xff], limits.pictureMaxBytes + 1))
	await screen.findByText('图片不能超过 5 MB')
	expect(chosen()).toBeNull()
	await choose(aPicture([0xff, 0xd8, 0xff], limits.pictureMaxBytes))
	await waitFor(() => expect(chosen()).toBeTruthy())
	expect(screen.queryByText('图片不能超过 5 MB')).toBeNull()
})

test.each([
	['create', '/MeetingList/CreateMeeting'],
	['edit', '/MeetingList/EditMeeting?meeting_id=842391556'],
])('[ROUTE-46] [API-29] from=%s: the picture is uploaded and the form comes back', async (from, place) => {
	if (from === 'edit') keep('edit', {}, { meeting_id: '842391556' })
	const server = stubServer({ [upload]: uploaded })
	const { where } = await show(from)
	await chooseOne()
	done()
	await waitFor(() => expect(where()).toBe(place))
	expect(kept(from)).toBe(path)
	expect(server.last(upload)?.body.file).toBeInstanceOf(Blob)
	expect(server.last(upload)?.headers).not.toHaveProperty('content-type')
})

test('while it is uploading it says how far it is, and another tap sends nothing', async () => {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({ [upload]: () => new Promise(resolve => (answer = resolve)) })
	const { where } = await show()
	await chooseOne()
	done()
	await screen.findByText('50%')
	expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.5')
	expect(button('换一张').disabled).toBe(true)
	fireEvent.click(screen.getByRole('button', { name: /正在上传/ }))
	await act(async () => answer(uploaded))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(server.count(upload)).toBe(1)
})

test.each([
	[{ status: 500, code: 500 }, '上传失败，请重试'],
	['no-answer', '上传失败，请重试'],
	[{ status: 413, code: 413 }, '图片不能超过 5 MB'],
	[{ status: 422, code: 42215 }, '仅支持 JPEG 或 PNG 图片'],
	[{ status: 422, code: 42217 }, '图片无法打开，请换一张'],
] as const)(
	'[LSET-14] an upload that fails (%j) says so and keeps the choice, which can be sent again',
	async (answer, says) => {
		const server = stubServer({ [upload]: answer })
		const { where } = await show()
		await chooseOne()
		done()
		await screen.findByText(says)
		expect([where(), kept()]).toEqual(['/liveBackground?from=create', undefined])
		expect(chosen()).toBeTruthy()
		server.answers[upload] = uploaded
		done()
		await waitFor(() => expect(kept()).toBe(path))
	},
)

test('a picture that was chosen and left is kept in memory no longer', async () => {
	stubServer({})
	const revoked = vi.spyOn(URL, 'revokeObjectURL')
	const { where } = await show()
	await chooseOne()
	expect(revoked).not.toHaveBeenCalledWith('blob:x')
	fireEvent.click(button('返回'))
	await screen.findByRole('alertdialog')
	fireEvent.click(button('不保存'))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(revoked.mock.calls.filter(([url]) => url === 'blob:x')).toHaveLength(1)
})

test('[LSET-03] leaving it changed asks whether to save; saving uploads', async () => {
	const server = stubServer({ [upload]: uploaded })
	const { where } = await show()
	await chooseOne()
	fireEvent.click(button('返回'))
	await screen.findByRole('alertdialog', { name: '保存修改？' })
	expect(server.count(upload)).toBe(0)
	fireEvent.click(screen.getByRole('button', { name: '保存' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe(path)
})

test('[LSET-03] leaving without saving keeps the former one, and an upload that fails keeps the screen', async () => {
	keep('create', { liveBackground: before })
	const server = stubServer({ [upload]: { status: 500, code: 500 } })
	const { where } = await show()
	await chooseOne()
	fireEvent.click(button('返回'))
	await screen.findByRole('alertdialog')
	fireEvent.click(screen.getByRole('button', { name: '保存' }))
	await screen.findByText('上传失败，请重试')
	expect([where(), server.count(upload)]).toEqual(['/liveBackground?from=create', 1])
	fireEvent.click(button('返回'))
	await screen.findByRole('alertdialog')
	fireEvent.click(button('不保存'))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe(before)
})

test('[LSET-03] leaving without saving while it is uploading gives the upload up', async () => {
	keep('create', { liveBackground: before })
	let answer = (_: StubAnswer) => {}
	stubServer({ [upload]: () => new Promise(resolve => (answer = resolve)) })
	const { where } = await show()
	await chooseOne()
	done()
	await screen.findByText('50%')
	fireEvent.click(button('返回'))
	await screen.findByRole('alertdialog')
	fireEvent.click(button('不保存'))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	await act(async () => answer(uploaded))
	await act(async () => new Promise(resolve => setTimeout(resolve, 50)))
	expect([where(), kept()]).toEqual(['/MeetingList/CreateMeeting', before])
})

test('the background there is is shown, and can be removed', async () => {
	keep('create', { liveBackground: before })
	stubServer({})
	const { container, where } = await show()
	expect(container.querySelector('img')?.getAttribute('src')).toBe(before)
	fireEvent.click(button('移除'))
	expect(container.querySelector('img')).toBeNull()
	done()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe('')
})

test('nothing chosen, nothing asked', async () => {
	stubServer({})
	const { where } = await show()
	fireEvent.click(button('返回'))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
})
