import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Room } from './Room.screen.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[ROOM-71] what one is told outside the call is as light or dark as the other screens', async () => {
	stubServer({})
	await renderScreen('/room/$meetingId', Room, '/room/842391556')
	await screen.findByRole('button', { name: '返回首页' })
	expect(document.body.dataset.theme).toBeUndefined()
})
