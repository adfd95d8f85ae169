import { displayNameWhileTyping, topicWhileTyping } from '@parley/core'
import { expect, test } from 'vitest'
import { applyFilter } from './filterInput.ts'

test('[CREATE-12] [JOIN-16] emoji go, and it is told', () => {
	expect(applyFilter('周会😀', topicWhileTyping)).toEqual({ text: '周会', tookEmoji: true })
	expect(applyFilter('Han Mei', displayNameWhileTyping)).toEqual({ text: 'Han Mei', tookEmoji: false })
})

test('emoji between two words leave one blank', () => {
	expect(applyFilter('Weekly 😀 sync', topicWhileTyping).text).toBe('Weekly sync')
})

test('what goes for another reason is not called emoji', () => {
	expect(applyFilter('韩'.repeat(60), displayNameWhileTyping)).toEqual({ text: '韩'.repeat(50), tookEmoji: false })
})
