import { Link } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import { LockedDoor } from '../../ui/drawings.ts'
import { buttonClass, EmptyState, Page } from '../../ui/index.ts'

interface SignInFirstProps {
	title: string
	text?: string
	onBack(): void
}

/** There is nobody here to show anything about. */
export function SignInFirst({ title, text = m.personal_guest_text(), onBack }: SignInFirstProps) {
	return (
		<Page title={title} top={44} back={{ label: m.common_back(), onBack }}>
			<EmptyState
				picture={<LockedDoor />}
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
