import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { RequireMember } from './RequireMember.tsx'

const named = (displayName: string) => {
	const { user, ...member } = aMember()
	return { ...member, user: { ...user, displayName } }
}
const show = () =>
	renderScreen(
		'/MeetingList/Personal',
		() => (
			<RequireMember title="Me" onBack={() => {}}>
				{({ user }) => <p>{user.displayName}</p>}
			</RequireMember>
		),
		'/MeetingList/Personal',
	)

beforeEach(() => setPerson(aMember()))
afterEach(cleanup)

test('[PERS-15] who signs out sees the screen as it was last until the next one is there', async () => {
	setPerson(named('Han Mei'))
	await show()
	act(() => setPerson(named('Han Meimei')))
	act(() => setPerson({ kind: 'guest' }))
	expect(screen.getByText('Han Meimei')).toBeTruthy()
	expect(screen.queryByText(m.personal_guest_title())).toBeNull()
})

test('a guest is told what signing in is for, and sees the screen once they have', async () => {
	setPerson({ kind: 'guest' })
	await show()
	expect(screen.getByText(m.personal_guest_title())).toBeTruthy()
	act(() => setPerson(named('Li Lei')))
	expect(screen.getByText('Li Lei')).toBeTruthy()
	act(() => setPerson({ kind: 'guest' }))
	expect(screen.getByText('Li Lei')).toBeTruthy()
})
