import { expect, test } from 'vitest'
import { type ChatMessage, controlMessageOf, openQuestions, toChatItem } from './chatItem.ts'

const message = (changes: Partial<ChatMessage>): ChatMessage => ({
	hisId: 7,
	ts: 1_700_000_000_000,
	userId: 'u1',
	type: 0,
	content: 'hello',
	sendUserName: 'Ann',
	...changes,
})

test('[ENT-19, CHAT-21] a message of type 0 is plain text; other types except answers are hidden', () => {
	expect(toChatItem(message({}))).toEqual({
		id: 7,
		at: 1_700_000_000_000,
		userId: 'u1',
		name: 'Ann',
		text: 'hello',
		role: 'other',
	})
	expect(toChatItem(message({ type: undefined }))?.text).toBe('hello')
	expect(toChatItem(message({ type: 3 }))).toBeUndefined()
	expect(toChatItem(message({ revoked: true }))).toBeUndefined()
	expect(toChatItem(message({ content: '  ' }))).toBeUndefined()
})

test('[CHAT-22] the name comes from the message, or from the profile of its sender', () => {
	expect(toChatItem(message({ sendUserName: '', senderUserProfile: { nickName: 'Bo' } }))?.name).toBe('Bo')
	expect(toChatItem(message({ sendUserName: 'Ann', senderUserProfile: { nickName: 'Bo' } }))?.name).toBe('Ann')
})

test('[ENT-20, CHAT-14] owner and manager are recognised by their role, or by the member type in the custom part', () => {
	expect(toChatItem(message({ role: 1 }))?.role).toBe('owner')
	expect(toChatItem(message({ custom: '{"memberType":2}' }))?.role).toBe('manager')
	expect(toChatItem(message({ custom: '{"memberType":-2}' }))?.role).toBe('other')
	expect(toChatItem(message({ custom: '{broken' }))?.role).toBe('other')
})

test('[QUES-03] an answer contains its question', () => {
	const attachment = JSON.stringify({ sendUser: 'Bo', content: 'When?' })
	expect(toChatItem(message({ type: 19, content: 'Tomorrow', attachment }))).toMatchObject({
		text: 'Tomorrow',
		question: { name: 'Bo', text: 'When?' },
	})
	expect(toChatItem(message({ type: 19, content: 'Tomorrow', attachment: '[]' }))).toMatchObject({
		question: { name: '', text: '' },
	})
})

test('[LIVE-32] start, stop and close are read from content and custom part, only from the server', () => {
	expect(controlMessageOf({ type: 90, content: 'stop_live' })).toBe('stop_live')
	expect(controlMessageOf({ type: 90, content: '', custom: 'close_live' })).toBe('close_live')
	expect(controlMessageOf({ type: 90, content: '', custom: '{"type":"start_live","memberType":1}' })).toBe('start_live')
	expect(controlMessageOf({ type: 90, content: 'let us start_live' })).toBeUndefined()
	expect(toChatItem(message({ type: 90, content: 'stop_live', role: 1 }))).toBeUndefined()
})

test('[LIVE-32] a message typed by an owner or a manager is text, whatever it says', () => {
	for (const role of [1, 2]) {
		const typed = message({ content: 'close_live', custom: '{"type":"close_live"}', role })
		expect(controlMessageOf(typed)).toBeUndefined()
		expect(toChatItem(typed)?.text).toBe('close_live')
	}
})

test('[DESK-21] a question is open until an answer names it as it was asked', () => {
	const asked = { id: 1, at: 0, userId: 'g1', name: 'visitor1', text: '颜色？', role: 'other' as const }
	const same = { ...asked, id: 2, name: 'visitor2' }
	const answer = {
		...asked,
		id: 3,
		userId: 'host',
		name: '韩梅',
		text: '三种',
		question: { name: 'visitor1', text: '颜色？' },
	}
	expect(openQuestions([asked, same])).toEqual([asked, same])
	expect(openQuestions([asked, same, answer])).toEqual([same])
})
