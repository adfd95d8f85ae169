import { limits, picturePathOf } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { EditLiveDetails } from './EditLiveDetails.screen.tsx'

// The browser of the page tests has no canvas; e2e/live-scheduling.spec.ts uploads a real picture.
vi.mock('../../features/scheduling/picture/pictureCanvas.ts', () => ({
	openPicture: async () => 'blob:x',
	encodePicture: async () => new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' }),
}))

const path = '/EditLiveDetails'
const keep = (from: string, changes: object, search?: object) =>
	storage.writeTabText(`meetingDraft.${from}`, JSON.stringify({ of: 'hanmei c1', search, before: {}, changes }))
const kept = (from = 'create') => JSON.parse(storage.readTabText(`meetingDraft.${from}`) ?? '{}').changes?.introduction

const textbox = () => screen.findByRole('textbox', { name: '直播简介' }, { timeout: 10_000 })
/** The editor Tiptap stores on its element. */
const editorOf = (element: HTMLElement) => (element as HTMLElement & { editor: Editor }).editor

async function show(from = 'create') {
	const shown = await renderScreen(path, EditLiveDetails, `${path}?from=${from}`)
	const editor = editorOf(await textbox())
	return {
		...shown,
		editor,
		/** In place of what is there. */
		write: (html: string) => act(async () => void editor.commands.setContent(html, { emitUpdate: true })),
	}
}
const tool = (name: string) => screen.getByRole('button', { name })
const done = () => fireEvent.click(tool('完成'))
const goBack = () => fireEvent.click(tool('返回'))
const question = () => screen.findByRole('alertdialog', { name: '保存修改？' })

const choosePicture = (bytes: number[], size = bytes.length) => {
	const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
	const content = new Uint8Array(size)
	content.set(bytes)
	Object.defineProperty(input, 'files', { configurable: true, value: [new File([content], 'a.jpg')] })
	fireEvent.change(input)
}

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	for (const from of ['create', 'edit'])
		for (const key of ['meetingDraft', 'pickedIntroduction']) storage.writeTabText(`${key}.${from}`, undefined)
})

test('[LSET-15] what is set in bold, as a list and as a link goes into the draft as that', async () => {
	const { editor, write, where } = await show()
	await write('<p>新品发布</p><p>流程</p><p><a href="https://example.org/a">报名</a></p>')
	act(() => void editor.commands.setTextSelection({ from: 1, to: 5 }))
	fireEvent.click(tool('加粗'))
	await waitFor(() => expect(tool('加粗').getAttribute('aria-pressed')).toBe('true'))
	act(() => void editor.commands.setTextSelection(8))
	fireEvent.click(tool('项目列表'))
	done()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe(
		'<p><strong>新品发布</strong></p><ul><li><p>流程</p></li></ul><p><a href="https://example.org/a">报名</a></p>',
	)
})

test.each([
	['create', '/MeetingList/CreateMeeting'],
	['edit', '/MeetingList/EditMeeting?meeting_id=842391556'],
])('[ROUTE-46] from=%s returns to %s, saved or not', async (from, place) => {
	keep(from, { topic: '周会' }, from === 'edit' ? { meeting_id: '842391556' } : undefined)
	const { write, where } = await show(from)
	await write('简介')
	done()
	await waitFor(() => expect(where()).toBe(place))
	expect(kept(from)).toBe('<p>简介</p>')
	cleanup()
	const again = await show(from)
	goBack()
	await waitFor(() => expect(again.where()).toBe(place))
})

test('[LSET-04] leaving it changed asks whether to save; saving saves', async () => {
	const { write, where } = await show()
	await write('新的简介')
	goBack()
	await question()
	fireEvent.click(screen.getByRole('button', { name: '继续填写' }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect([where(), kept()]).toEqual(['/EditLiveDetails?from=create', undefined])
	goBack()
	await question()
	fireEvent.click(screen.getByRole('button', { name: '保存' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe('<p>新的简介</p>')
})

test('[LSET-04] leaving it changed without saving changes nothing; leaving it unchanged asks nothing', async () => {
	keep('create', { introduction: '<p>原来</p>' })
	const { write, where } = await show()
	await write('多余的')
	goBack()
	await question()
	fireEvent.click(screen.getByRole('button', { name: '不保存' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe('<p>原来</p>')
	cleanup()
	const unchanged = await show()
	goBack()
	await waitFor(() => expect(unchanged.where()).toBe('/MeetingList/CreateMeeting'))
})

test('[LSET-06] [LSET-08] 3,000 characters are saved, and one more is not: the message says so', async () => {
	const { write, where } = await show()
	await write('字'.repeat(limits.introductionMax + 1))
	expect(screen.queryByText(/最多 3000 字/)).toBeNull()
	const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
	done()
	// Below the text, which is brought into view, and in a toast.
	expect(await screen.findAllByText(/最多 3000 字/)).toHaveLength(2)
	expect(toast.current()).toMatchObject([{ tone: 'error' }])
	expect((scroll.mock.contexts as Element[])[0]?.textContent).toContain('3001/3000')
	// Each tap says it, not the first alone.
	done()
	expect(scroll).toHaveBeenCalledTimes(2)
	scroll.mockRestore()
	expect([where(), kept()]).toEqual(['/EditLiveDetails?from=create', undefined])
	goBack()
	await question()
	fireEvent.click(screen.getByRole('button', { name: '保存' }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect(where()).toBe('/EditLiveDetails?from=create')
	cleanup()
	storage.writeTabText('pickedIntroduction.create', undefined)
	const exact = await show()
	await exact.write('字'.repeat(limits.introductionMax))
	done()
	await waitFor(() => expect(exact.where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toHaveLength('<p></p>'.length + limits.introductionMax)
})

test('[LSET-07] [OP-096] the counter counts code points and turns red above 3,000', async () => {
	const { write } = await show()
	await write('𠮷'.repeat(limits.introductionMax))
	const counter = await screen.findByText('3000/3000')
	expect(counter.classList.contains('tooMuch')).toBe(false)
	await write('𠮷'.repeat(limits.introductionMax + 1))
	expect((await screen.findByText('3001/3000')).classList.contains('tooMuch')).toBe(true)
	expect(screen.getByText('超出 1 字')).toBeTruthy()
})

test('[LSET-09] emoji do not stay, and a notice says so', async () => {
	const { write, editor } = await show()
	await write('欢迎😀大家👨‍👩‍👧1️⃣')
	expect(editor.getText()).toBe('欢迎大家')
	expect(screen.getAllByText('不支持表情符号，已移除')).toHaveLength(2)
	await write('欢迎大家来')
	expect(screen.queryByText('不支持表情符号，已移除')).toBeNull()
	act(() => void editor.commands.insertContent('😀'))
	expect(editor.getText()).toBe('欢迎大家来')
	expect(screen.getAllByText('不支持表情符号，已移除')).toHaveLength(2)
	act(() => void editor.commands.insertContent('吧'))
	expect(screen.queryByText('不支持表情符号，已移除')).toBeNull()
})

test('[LSET-09] while an input method composes nothing is taken away; when it has ended, emoji are', async () => {
	const { write, editor } = await show()
	const view = editor.view
	act(() => void fireEvent(view.dom, new Event('compositionstart', { bubbles: true })))
	expect(view.composing).toBe(true)
	await write('开心😀')
	expect(editor.getText()).toBe('开心😀')
	act(() => void fireEvent(view.dom, new Event('compositionend', { bubbles: true })))
	await waitFor(() => expect(editor.getText()).toBe('开心'))
})

test('[LSET-10] blanks and empty lines at the end are not saved', async () => {
	const { write, where } = await show()
	await write('<p>简介  </p><p></p><p> </p>')
	done()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toBe('<p>简介</p>')
})

test('what a word processor puts on the clipboard is reduced to the markup of an introduction', async () => {
	const { write, editor } = await show()
	await write(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head>
		<body><!--StartFragment--><h1 style="mso-outline-level:1">标题</h1><p class="MsoNormal" style="margin:0"><b
		style="mso-bidi-font-weight:normal"><span lang="EN-US" style="font-size:14pt;color:#c00">重点</span></b><o:p></o:p></p>
		<table><tr><td onclick="alert(1)">表格</td></tr></table><script>alert(1)</script>
		<a href="javascript:alert(1)">坏链接</a><img src="https://evil.example/x.png" onerror="alert(1)"></body></html>`)
	const html = editor.getHTML()
	expect(html).toContain('<strong>重点</strong>')
	expect(html).toContain('表格')
	expect(html).toContain('坏链接')
	expect(html).not.toMatch(/style|class|span|table|script|onclick|onerror|javascript|img|<o:p|<h1/)
})

test('a link is asked for in a sheet: a bare address is one of the web, and a script is none', async () => {
	const { editor } = await show()
	fireEvent.click(tool('链接'))
	const address = await screen.findByRole<HTMLInputElement>('textbox', { name: '链接地址' })
	fireEvent.change(address, { target: { value: 'javascript:alert(1)' } })
	fireEvent.click(tool('添加链接'))
	await screen.findByText(/请输入网址/)
	fireEvent.change(address, { target: { value: 'example.org/报名' } })
	expect(screen.queryByText(/请输入网址/)).toBeNull()
	fireEvent.click(tool('添加链接'))
	expect(editor.getHTML()).toBe('<p><a href="https://example.org/报名">example.org/报名</a></p>')
})

test('[LSET-15] a picture is uploaded and put where the cursor is; one that fails leaves the text, and why until it changes', async () => {
	const upload = 'POST /meeting/uploadImg'
	const src = picturePathOf(`${'0f'.repeat(32)}.jpg`)
	const server = stubServer({ [upload]: { status: 500, code: 500 } })
	const { editor, write } = await show()
	await write('<p>海报</p>')
	choosePicture([0x47, 0x49, 0x46])
	await screen.findByText('仅支持 JPEG 或 PNG 图片')
	choosePicture([0xff, 0xd8, 0xff])
	await screen.findByText('上传失败，请重试')
	expect(editor.getHTML()).toBe('<p>海报</p>')
	choosePicture([0x47, 0x49, 0x46], limits.pictureMaxBytes + 1)
	await screen.findByText('仅支持不超过 5 MB 的 JPEG 或 PNG 图片')
	act(() => void editor.commands.insertContent('一'))
	expect(screen.queryByText('仅支持不超过 5 MB 的 JPEG 或 PNG 图片')).toBeNull()
	server.answers[upload] = { data: { liveBgImg: src } }
	choosePicture([0xff, 0xd8, 0xff])
	await waitFor(() => expect(editor.getHTML()).toContain(`<img src="${src}" alt="">`))
	expect(editor.getText()).toContain('海报')
})

test('after a picture was put in, the caret is behind it; a link while it is selected is written behind it, too', async () => {
	const src = picturePathOf(`${'0f'.repeat(32)}.jpg`)
	stubServer({ 'POST /meeting/uploadImg': { data: { liveBgImg: src } } })
	const { editor, write } = await show()
	await write('<p>海报</p>')
	act(() => void editor.commands.setTextSelection(3))
	choosePicture([0xff, 0xd8, 0xff])
	await waitFor(() => expect(editor.getHTML()).toContain(src))
	act(() => void editor.commands.insertContent('说明'))
	expect(editor.getHTML()).toBe(`<p>海报</p><img src="${src}" alt=""><p>说明</p>`)
	act(() => void editor.commands.setNodeSelection(4))
	fireEvent.click(tool('链接'))
	const address = await screen.findByRole<HTMLInputElement>('textbox', { name: '链接地址' })
	fireEvent.change(address, { target: { value: 'example.org' } })
	fireEvent.click(tool('添加链接'))
	const link = '<a href="https://example.org">example.org</a>'
	expect(editor.getHTML()).toBe(`<p>海报</p><img src="${src}" alt=""><p>${link}说明</p>`)
})

test('[STORE-08] what is typed survives a reload, and leaving deletes it', async () => {
	const { write, router } = await show()
	await write('写了一半')
	expect(JSON.parse(storage.readTabText('pickedIntroduction.create') ?? '{}').value).toBe('<p>写了一半</p>')
	await act(async () => void router.navigate({ to: '/MeetingList' }))
	await question()
	fireEvent.click(tool('不保存'))
	await waitFor(() => expect(storage.readTabText('pickedIntroduction.create')).toBeUndefined())
})

test('a guest is offered to sign in', async () => {
	setPerson({ kind: 'guest' })
	await renderScreen(path, EditLiveDetails, `${path}?from=create`)
	await screen.findByText('请先登录')
	expect(screen.queryByRole('textbox')).toBeNull()
})
