import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../session/index.ts'
import type { Member } from './useCentre.ts'

const SignInFirst = lazy(async () => ({ default: (await import('./SignInFirst.tsx')).SignInFirst }))

export interface MembersOnlyProps {
	title: string
	/** What signing in is needed for, where that is not what is known of oneself. */
	text?: string
	onBack(): void
	children(person: Member): ReactNode
}

/**
 * A screen for who is signed in. Who came by its address without being signed in is led to sign in; who signs out on it sees it
 * until the next screen stands.
 */
export function MembersOnly({ title, text, onBack, children }: MembersOnlyProps) {
	const person = useSession()
	const [last, setLast] = useState(person)
	if (person.kind === 'member' && person !== last) setLast(person)
	const shown = person.kind === 'member' ? person : last
	if (shown.kind === 'member') return children(shown)
	return (
		<Suspense>
			<SignInFirst title={title} {...(text !== undefined && { text })} onBack={onBack} />
		</Suspense>
	)
}
