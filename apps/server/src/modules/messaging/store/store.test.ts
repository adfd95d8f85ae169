import { ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatId } from '../model/conversation.ts'

const id = (text: string) => v.parse(ImUserId, text)

test('a chat of two people has the same id for both, which no group can have', () => {
	expect(chatId(id('li'), id('han'))).toBe(chatId(id('han'), id('li')))
	expect(chatId(id('li'), id('han'))).not.toMatch(/^[A-Za-z0-9_.-]+$/)
	expect(chatId(id('a'), id('b.c'))).not.toBe(chatId(id('a.b'), id('c')))
})
