import { displayNameWhileTyping, topicWhileTyping } from '@parley/core'
import { expect, test } from 'vitest'
import { kept } from './whileTyping.ts'

test('[CREATE-12] [JOIN-16] emoji go, and it is told', () => {
	expect(kept('周会😀', topicWhileTyping)).toEqual({ text: '周会', tookEmoji: true })
	expect(kept('Han Mei', displayNameWhileTyping)).toEqual({ text: 'Han Mei', tookEmoji: false })
})

test('emoji between two words leave one blank', () => {
	expect(kept('Weekly 😀 sync', topicWhileTyping).text).toBe('Weekly sync')
})

test('what goes for another reason is not called emoji', () => {
	expect(kept('韩'.repeat(60), displayNameWhileTyping)).toEqual({ text: '韩'.repeat(50), tookEmoji: false })
})
