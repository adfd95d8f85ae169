import { displayNameWhileTyping, topicWhileTyping } from '@parley/core'
import { expect, test } from 'vitest'
import { applyFilter } from './filterInput.ts'

test('[CREATE-12] [JOIN-16] emoji are removed, and which is reported, each once and whole', () => {
	expect(applyFilter('周会😀', topicWhileTyping)).toEqual({ text: '周会', removedEmoji: '😀' })
	expect(applyFilter('👍🏽周👨‍👩‍👧会👍🏽', topicWhileTyping)).toEqual({ text: '周会', removedEmoji: '👍🏽 👨‍👩‍👧' })
	expect(applyFilter('Han Mei', displayNameWhileTyping)).toEqual({ text: 'Han Mei', removedEmoji: '' })
})

test('emoji between two words leave one blank', () => {
	expect(applyFilter('Weekly 😀 sync', topicWhileTyping).text).toBe('Weekly sync')
})

test('what is removed for another reason is not reported as emoji', () => {
	expect(applyFilter('韩'.repeat(60), displayNameWhileTyping)).toEqual({
		text: '韩'.repeat(50),
		removedEmoji: '',
	})
})
