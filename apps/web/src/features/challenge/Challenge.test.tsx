import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Challenge, registerChallengeVendor } from './index.ts'
import { createProofOfWork } from './proofOfWork.ts'

/** Bodies of the solve calls and session ids of the issue calls; `judge` and `answers` are the answers to them. */
let solved: Record<string, unknown>[]
let sessions: string[]
let judge: () => { status?: number; body: unknown } | 'no-answer'
let answers: () => unknown

const createPuzzle = (n: number) => ({
	id: `p${n}`,
	picture: 'data:,',
	piece: 'data:,',
	width: 300,
	height: 150,
	pieceWidth: 60,
	salt: `salt${n}`,
	keyBits: 2,
	blindBits: 4,
})

/** Computes in this thread; a test may keep it from answering. */
let isHeldBack: boolean
let workers: FakeWorker[]
class FakeWorker {
	onmessage: ((event: { data: unknown }) => void) | undefined
	isTerminated = false
	constructor() {
		workers.push(this)
	}
	postMessage({ salt, bits }: { salt: string; bits: number }) {
		this.onmessage?.({ data: { tried: 0 } })
		this.onmessage?.({ data: { tried: 8 } })
		if (isHeldBack) return
		queueMicrotask(
			() => this.isTerminated || this.onmessage?.({ data: { proof: createProofOfWork(salt, bits)(10_000) } }),
		)
	}
	terminate() {
		this.isTerminated = true
	}
}

beforeEach(() => {
	solved = []
	sessions = []
	workers = []
	isHeldBack = false
	judge = () => ({ body: { code: 200, data: { captcha: 'pass' } } })
	answers = () => ({ appkey: 'own', scene: 'login', puzzle: createPuzzle(sessions.length) })
	vi.stubGlobal('Worker', FakeWorker)
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		if (path.startsWith('/auth/getGtCaptcha')) {
			sessions.push(new URL(path, 'http://x').searchParams.get('sessionId') ?? '')
			const dataResult = answers()
			if (dataResult === 'no-answer') throw new TypeError('network')
			return new Response(JSON.stringify({ code: 200, dataResult }))
		}
		solved.push(JSON.parse(init.body as string))
		const judged = judge()
		if (judged === 'no-answer') throw new TypeError('network')
		return new Response(JSON.stringify(judged.body), { status: judged.status ?? 200 })
	})
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

async function show() {
	const onSolved = vi.fn()
	render(<Challenge onSolved={onSolved} />)
	return onSolved
}
const slider = () => screen.findByRole<HTMLInputElement>('slider')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** On a track 300 wide with a handle 60 wide, where a pixel of the screen is one of the picture. */
async function drag(to: number) {
	const handle = (await slider()).nextElementSibling as HTMLElement
	vi.spyOn(handle.parentElement as HTMLElement, 'getBoundingClientRect').mockReturnValue({ width: 300 } as DOMRect)
	vi.spyOn(handle, 'getBoundingClientRect').mockReturnValue({ width: 60 } as DOMRect)
	fireEvent.pointerDown(handle, { clientX: 10, clientY: 10, button: 0 })
	fireEvent.pointerMove(handle, { clientX: 10 + to / 2, clientY: 11 })
	fireEvent.pointerUp(handle, { clientX: 10 + to, clientY: 12 })
}

test('[LOGIN-38] [OP-025] dragging the piece into place yields the challenge pass', async () => {
	const onSolved = await show()
	await drag(80)
	await screen.findByText('验证通过')
	expect(onSolved.mock.calls).toEqual([['pass']])
	expect(solved).toMatchObject([{ id: 'p1', sessionId: sessions[0], left: 80 }])
	expect(solved[0]?.trail).toMatch(/^0,0,0;(.*;)?\d+,80,2$/)
	expect(solved[0]).not.toHaveProperty('proof')
})

test('[OP-025] the piece stays inside the picture, and a tap submits nothing', async () => {
	await show()
	await drag(1_000)
	await screen.findByText('验证通过')
	expect(solved[0]?.left).toBe(240)
	cleanup()
	solved = []
	await show()
	await drag(2)
	expect((await slider()).value).toBe('0')
	expect(solved).toEqual([])
})

test('[OP-025] a miss shows a new picture and a notice', async () => {
	judge = () => ({ status: 400, body: { code: 800 } })
	const onSolved = await show()
	await drag(30)
	await screen.findByText('没有对准，请重试')
	expect(sessions).toHaveLength(2)
	expect(new Set(sessions).size).toBe(2)
	expect((await slider()).value).toBe('0')
	judge = () => ({ body: { code: 200, data: { captcha: 'pass' } } })
	await drag(80)
	await screen.findByText('验证通过')
	expect(solved[1]).toMatchObject({ id: 'p2' })
	expect(onSolved).toHaveBeenCalledOnce()
})

test('[OP-025] an expired puzzle is renewed automatically, and by the button', async () => {
	judge = () => ({ status: 400, body: { code: 900 } })
	await show()
	await drag(30)
	await screen.findByText('拼图已过期，已换一张')
	fireEvent.click(button('换一张'))
	await waitFor(() => expect(sessions).toHaveLength(3))
	await waitFor(() => expect(screen.queryByText('拼图已过期，已换一张')).toBeNull())
})

test('[OP-025] keys move the piece in announced steps, and Enter submits the position', async () => {
	const onSolved = await show()
	const range = await slider()
	expect([range.min, range.max, range.step]).toEqual(['0', '240', '2'])
	expect(range.getAttribute('aria-description')).toContain('方向键')
	fireEvent.keyDown(range, { key: 'Enter' })
	expect(solved).toEqual([])
	fireEvent.change(range, { target: { value: '80' } })
	expect(range.getAttribute('aria-valuetext')).toBe('第 40 格，共 120 格')
	expect(button('把拼图放在这里')).toBeTruthy()
	// In a form, Enter must not submit the form.
	expect(fireEvent.keyDown(range, { key: 'Enter' })).toBe(false)
	await screen.findByText('验证通过')
	expect(solved).toMatchObject([{ id: 'p1', left: 80, proof: createProofOfWork('salt1', 2)(10_000) }])
	expect(solved[0]).not.toHaveProperty('trail')
	expect(onSolved).toHaveBeenCalledWith('pass')
})

test('[OP-025] a drag starts from the edge again, and takes back what keys did', async () => {
	await show()
	const range = await slider()
	fireEvent.change(range, { target: { value: '80' } })
	expect(button('把拼图放在这里')).toBeTruthy()
	fireEvent.pointerDown(range.nextElementSibling as HTMLElement, { clientX: 10, clientY: 10, button: 0 })
	expect(range.value).toBe('0')
	expect(screen.queryByRole('button', { name: '把拼图放在这里' })).toBeNull()
})

test('[OP-025] once a drag has ended, however it ended, the pointer no longer moves the piece', async () => {
	await show()
	const range = await slider()
	const handle = range.nextElementSibling as HTMLElement
	for (const end of [fireEvent.pointerUp, fireEvent.pointerCancel]) {
		fireEvent.pointerDown(handle, { clientX: 10, clientY: 10, button: 0 })
		end(handle, { clientX: 10, clientY: 10 })
		fireEvent.pointerMove(handle, { clientX: 60, clientY: 10 })
		expect(range.value).toBe('0')
	}
	expect(solved).toEqual([])
})

test('[OP-025] the challenge can be solved without the picture, with visible progress', async () => {
	isHeldBack = true
	await show()
	await slider()
	fireEvent.click(button('不看图片，直接验证'))
	const bar = await screen.findByRole<HTMLProgressElement>('progressbar')
	expect(bar.value).toBeCloseTo(1 - Math.exp(-8 / 16))
	await act(async () => workers[0]?.onmessage?.({ data: { proof: '7' } }))
	await screen.findByText('验证通过')
	expect(solved).toMatchObject([{ id: 'p1', proof: '7' }])
	expect(solved[0]).not.toHaveProperty('left')
})

test('[OP-025] it can be stopped, and terminates its worker', async () => {
	isHeldBack = true
	await show()
	await slider()
	fireEvent.click(button('不看图片，直接验证'))
	await screen.findByRole('progressbar')
	fireEvent.click(button('停止验证'))
	await slider()
	expect([workers[0]?.isTerminated, solved.length]).toEqual([true, 0])
	fireEvent.click(button('不看图片，直接验证'))
	await screen.findByRole('progressbar')
	cleanup()
	expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true)
})

test('[OP-025] without workers the picture stays', async () => {
	vi.stubGlobal('Worker', undefined)
	await show()
	await slider()
	fireEvent.click(button('不看图片，直接验证'))
	await screen.findByText('此浏览器不支持直接验证，请拖动拼图')
	expect(await slider()).toBeTruthy()
})

test('[LOGIN-37] without network an error is shown, and can be retried', async () => {
	answers = () => 'no-answer'
	await show()
	await screen.findByText('网络异常，拼图加载失败')
	answers = () => ({ appkey: 'own', scene: 'login', puzzle: createPuzzle(1) })
	fireEvent.click(button('重试'))
	expect(await slider()).toBeTruthy()
})

test('[OP-025] a vendor is found by its appkey and yields the challenge pass', async () => {
	const removed = vi.fn()
	registerChallengeVendor('vendor', async () => ({
		show(place, { scene, sessionId }, { onSolved }) {
			place.innerHTML = `<button type="button">${scene} ${sessionId === sessions[0]}</button>`
			place.querySelector('button')?.addEventListener('click', () => onSolved('theirs'))
			return removed
		},
	}))
	answers = () => ({ appkey: 'vendor', scene: 'login' })
	const onSolved = await show()
	fireEvent.click(await screen.findByRole('button', { name: 'login true' }))
	await screen.findByText('验证通过')
	expect(onSolved).toHaveBeenCalledWith('theirs')
	expect(removed).toHaveBeenCalledOnce()
})

test('[OP-025] a vendor that gives up is shown again with a new challenge', async () => {
	const removed = vi.fn()
	registerChallengeVendor('vendor', async () => ({
		show(place, { sessionId }, { onFailed }) {
			place.innerHTML = `<button type="button">${sessionId}</button>`
			place.querySelector('button')?.addEventListener('click', onFailed)
			return removed
		},
	}))
	answers = () => ({ appkey: 'vendor', scene: 'login' })
	await show()
	await waitFor(() => fireEvent.click(button(sessions[0] as string)))
	await waitFor(() => expect(button(sessions[1] as string)).toBeTruthy())
	expect(removed).toHaveBeenCalledOnce()
})

test('[OP-025] a vendor that cannot be loaded is asked for again, but not after the challenge was closed', async () => {
	const fails: (() => void)[] = []
	registerChallengeVendor('vendor', () => new Promise((_, reject) => fails.push(() => reject(new Error('offline')))))
	answers = () => ({ appkey: 'vendor', scene: 'login' })
	await show()
	await waitFor(() => expect(fails).toHaveLength(1))
	await act(async () => fails[0]?.())
	await waitFor(() => expect(fails).toHaveLength(2))
	cleanup()
	await act(async () => fails[1]?.())
	expect(sessions).toHaveLength(2)
})

test('[OP-025] an unknown vendor is an error', async () => {
	answers = () => ({ appkey: 'somebody', scene: 'login' })
	await show()
	await screen.findByText(/本站点的验证方式在此页面不可用/)
})
