import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { wireForm } from '../../testing/wireForm.ts'
import { LiveDetail } from './LiveDetail.screen.tsx'

const form = 'GET /meeting/meetings/842391556/edit'
const show = () => renderScreen('/liveDetail/$meetingId', LiveDetail, '/liveDetail/842391556')
const introduced = (details: string): StubAnswer => ({ data: { meeting: wireForm({ live: 1, details }) } })

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[ROUTE-41] [LSET-15] the whole introduction is loaded from the form of the meeting, and bold is bold', async () => {
	const server = stubServer({ [form]: introduced('<p><strong>新品</strong>发布</p><script>alert(1)</script>') })
	await show()
	expect((await screen.findByText('新品')).tagName).toBe('STRONG')
	expect(screen.getByRole('heading', { name: '冬季计划' })).toBeTruthy()
	expect(screen.queryByText('alert(1)')).toBeNull()
	expect(server.count(form)).toBe(1)
})

test('a live without an introduction says so', async () => {
	stubServer({ [form]: introduced('') })
	await show()
	await screen.findByText('主持人还没有填写直播简介')
})

test('one that does not exist, and one that cannot be reached, are told apart', async () => {
	const server = stubServer({ [form]: { status: 404, code: 404 } })
	await show()
	await screen.findByText('没有找到这场直播')
	cleanup()
	server.answers[form] = 'no-answer'
	await show()
	await screen.findByText('网络连接异常')
	server.answers[form] = introduced('<p>好了</p>')
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await screen.findByText('好了')
})

test('whose session has ended is offered to sign in', async () => {
	stubServer({ [form]: { status: 401, code: 401 } })
	const { where } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '登录' }))
	await waitFor(() => expect(where()).toContain('/Login?meetingId=842391556'))
})
