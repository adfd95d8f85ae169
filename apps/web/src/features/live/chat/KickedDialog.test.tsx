import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aMember, setPerson } from '../../../testing/aPerson.ts'
import { getCurrentPerson } from '../../session/index.ts'
import type { Chat } from './chat.ts'
import { createChatStore } from './chatState.ts'
import { useKicked } from './KickedDialog.tsx'

afterEach(() => {
	cleanup()
	setPerson({ kind: 'guest' })
})

test('[CHAT-07] [CHAT-09] who talks on another device is told so here, once, and is signed in no more', () => {
	setPerson(aMember())
	const { store, setConnection } = createChatStore({ discussion: 'g1' }, { name: '韩梅', isNameChosen: true })
	const chat = { store } as unknown as Chat
	const { result, rerender } = renderHook(() => useKicked(chat))
	act(() => setConnection({ status: 'ready' }))
	expect([result.current.isOpen, getCurrentPerson().kind]).toEqual([false, 'member'])
	act(() => setConnection({ status: 'kicked' }))
	expect([result.current.isOpen, getCurrentPerson().kind]).toEqual([true, 'guest'])
	act(() => result.current.close())
	rerender()
	expect(result.current.isOpen).toBe(false)
})
