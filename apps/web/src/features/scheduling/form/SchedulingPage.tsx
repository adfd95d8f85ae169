import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, Page } from '../../../ui/index.ts'

type SubmitTarget = { form: string } | { onPress(): void }

export interface SchedulingPageProps {
	title: string
	onBack(): void
	/** The button at the bottom: submits the form with this id, or calls `onPress`. */
	submit?: ({ label: string; isReady?: boolean; busy?: string | false } & SubmitTarget) | undefined
	children: ReactNode
}

/** The layout of the screens that schedule a meeting, or choose something for it. */
export function SchedulingPage({ title, onBack, submit, children }: SchedulingPageProps) {
	return (
		<Page
			title={title}
			top={44}
			back={{ label: m.common_back(), onBack }}
			bottom={
				submit && (
					<Button
						kind="primary"
						size="large"
						block
						disabled={submit.isReady === false}
						loading={submit.busy ?? false}
						{...('form' in submit ? { type: 'submit', form: submit.form } : { onClick: submit.onPress })}
					>
						{submit.label}
					</Button>
				)
			}
		>
			{children}
		</Page>
	)
}
