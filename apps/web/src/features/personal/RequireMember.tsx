import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { m } from '../../locales/index.ts'
import { AccessDeniedIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState, Page } from '../../ui/index.ts'
import { type MemberSession, useSession } from '../session/index.ts'

export interface RequireMemberProps {
	title: string
	/** Says why signing in is needed; by default, for the personal centre. */
	text?: string
	onBack(): void
	children(person: MemberSession): ReactNode
}

/** A screen for members: guests see how to sign in. A member who signs out here sees the screen until the next one is there. */
export function RequireMember({ title, text = m.personal_guest_text(), onBack, children }: RequireMemberProps) {
	const person = useSession()
	const [last, setLast] = useState(person)
	if (person.kind === 'member' && person !== last) setLast(person)
	const shown = person.kind === 'member' ? person : last
	if (shown.kind === 'member') return children(shown)
	return (
		<Page title={title} top={44} back={{ label: m.common_back(), onBack }}>
			<EmptyState
				picture={<AccessDeniedIllustration />}
				title={m.personal_guest_title()}
				text={text}
				action={
					<Link to="/Login" className={buttonClass({ kind: 'primary' })}>
						{m.personal_sign_in()}
					</Link>
				}
			/>
		</Page>
	)
}
