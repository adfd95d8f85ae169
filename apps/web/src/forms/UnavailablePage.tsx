import type { ReactNode } from 'react'
import { m } from '../locales/index.ts'
import { AccessDeniedIllustration } from '../ui/art/illustrations.tsx'
import { Button, EmptyState, Page } from '../ui/index.ts'

interface PageAction {
	label: string
	onPress(): void
}

export interface UnavailablePageProps {
	title: string
	text: ReactNode
	action: PageAction
	otherAction?: PageAction | undefined
	onBack(): void
}

/** Instead of a form that cannot be used: says why, and where to go on. */
export function UnavailablePage({ title, text, action, otherAction, onBack }: UnavailablePageProps) {
	return (
		<Page back={{ label: m.common_back(), onBack }} top={24}>
			<EmptyState
				full
				picture={<AccessDeniedIllustration />}
				title={title}
				text={text}
				action={
					<>
						<Button kind="primary" onClick={action.onPress}>
							{action.label}
						</Button>
						{otherAction && (
							<Button kind="quiet" onClick={otherAction.onPress}>
								{otherAction.label}
							</Button>
						)}
					</>
				}
			/>
		</Page>
	)
}
