import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aMember, setPerson } from '../../../testing/aPerson.ts'
import { getCurrentPerson } from '../../session/index.ts'
import { useKicked } from './KickedDialog.tsx'
import type { Talk } from './talk.ts'
import { createTalkStore } from './talkState.ts'

afterEach(() => {
	cleanup()
	setPerson({ kind: 'guest' })
})

test('[CHAT-07] [CHAT-09] who talks on another device is told so here, once, and is signed in no more', () => {
	setPerson(aMember())
	const { store, setConnection } = createTalkStore({ discussion: 'g1' }, { name: '韩梅', isNameChosen: true })
	const talk = { store } as unknown as Talk
	const { result, rerender } = renderHook(() => useKicked(talk))
	act(() => setConnection({ status: 'ready' }))
	expect([result.current.isOpen, getCurrentPerson().kind]).toEqual([false, 'member'])
	act(() => setConnection({ status: 'kicked' }))
	expect([result.current.isOpen, getCurrentPerson().kind]).toEqual([true, 'guest'])
	act(() => result.current.close())
	rerender()
	expect(result.current.isOpen).toBe(false)
})
