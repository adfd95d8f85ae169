import { Link } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import { MeetingNotFoundIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState, Page } from '../../ui/index.ts'

export interface NoLiveProps {
	title: string
	text?: string | undefined
	onBack(): void
}

/** Instead of a screen for viewers where there is nothing to show, with the way to the start page. */
export const NoLive = ({ title, text, onBack }: NoLiveProps) => (
	<Page top={20} back={{ label: m.common_back(), onBack }}>
		<EmptyState
			full
			picture={<MeetingNotFoundIllustration />}
			title={title}
			text={text}
			action={
				<Link to="/" className={buttonClass({ kind: 'primary' })}>
					{m.common_to_start()}
				</Link>
			}
		/>
	</Page>
)
