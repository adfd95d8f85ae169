import type { MeetingId } from '@parley/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { ToastHost } from '../../../ui/index.ts'
import { AnswerSheet } from './AnswerSheet.tsx'

const answerCall = 'POST /live/desk/answer'
const question = { id: 7, at: 0, userId: 'g1', name: 'visitor204817', text: '有几种颜色？', role: 'other' as const }

function show(answer: StubAnswer) {
	const server = stubServer({ [answerCall]: answer })
	const onOpenChange = vi.fn()
	render(
		<>
			<AnswerSheet meetingId={'842391556' as MeetingId} question={question} open onOpenChange={onOpenChange} />
			<ToastHost />
		</>,
	)
	const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '回答' })
	const send = () => screen.getByRole<HTMLButtonElement>('button', { name: '发布回答' })
	return { server, onOpenChange, field, send }
}

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[DESK-21] [QUES-03] an answer is sent with the position of its question, shown above it', async () => {
	const { server, onOpenChange, field, send } = show({})
	expect(screen.getByText('有几种颜色？')).toBeTruthy()
	expect(send().disabled).toBe(true)
	fireEvent.change(field(), { target: { value: ' 三种 ' } })
	fireEvent.click(send())
	await screen.findByText('回答已发布')
	expect(server.last(answerCall)?.body).toMatchObject({ meetingId: '842391556', hisId: 7, content: '三种' })
	await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
})

test('[DESK-21] more than 255 characters are not sent, counted as people count them', () => {
	const { field, send } = show({})
	fireEvent.change(field(), { target: { value: '😀'.repeat(255) } })
	expect(send().disabled).toBe(false)
	fireEvent.change(field(), { target: { value: '😀'.repeat(256) } })
	expect(send().disabled).toBe(true)
	expect(screen.getByText('256/255')).toBeTruthy()
})

test.each([
	[{ status: 404, code: 40401 }, '提问已被撤回'],
	[{ status: 422, code: 42220 }, '含有不允许发布的词语'],
	['no-answer', '网络连接异常，请重试'],
] as [StubAnswer, string][])(
	'[DESK-04] [DESK-21] a refused answer stays, with the reason: %j',
	async (answer, words) => {
		const { onOpenChange, field, send } = show(answer)
		fireEvent.change(field(), { target: { value: '三种' } })
		fireEvent.click(send())
		await screen.findByText(words)
		expect(field().value).toBe('三种')
		expect(onOpenChange).not.toHaveBeenCalled()
	},
)

test('[DESK-21] why an answer was refused is said until it is changed; once it is there, the next one begins empty', async () => {
	const { server, field, send } = show({ status: 422, code: 42220 })
	fireEvent.change(field(), { target: { value: '三种' } })
	fireEvent.click(send())
	await screen.findByText('含有不允许发布的词语')
	fireEvent.change(field(), { target: { value: '两种' } })
	expect(screen.queryByText('含有不允许发布的词语')).toBeNull()
	server.answers[answerCall] = {}
	fireEvent.click(send())
	await waitFor(() => expect(field().value).toBe(''))
})
