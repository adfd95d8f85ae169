import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '../../locales/index.ts'
import { Banner, Button, Page } from '../../ui/index.ts'
import styles from './FormPage.module.css'
import { remedyWords } from './remedyWords.ts'
import type { Remedy, TurnedAway } from './turnedAway.ts'

export interface FormPageProps {
	title: string
	/** What this screen is for, in one sentence. */
	lead?: ReactNode
	onBack(): void
	/** Its distance from the top on iPhone X style screens (OP-019). */
	top?: 24 | 44
	submit: { label: string; isReady: boolean; busy: string | false; onSubmit(): void }
	/** Why it did not come about; what is about a field is said at the field. */
	why?: TurnedAway | undefined
	sentence?: string | undefined
	/** What can be done about it here. */
	remedies?: Partial<Record<Remedy, () => void>>
	/** Another way to go, below the one action; left out while what went wrong offers the same. */
	way?: { remedy?: Remedy; label: string; onPress(): void } | undefined
	children: ReactNode
}

/** A form with one action, the look of all screens about an account. */
export function FormPage({ title, lead, onBack, top = 24, submit, why, sentence, ...rest }: FormPageProps) {
	const { remedies = {}, way, children } = rest
	const id = useId()
	const form = useRef<HTMLFormElement>(null)
	const remedy = why && why.remedy !== 'none' ? remedies[why.remedy] : undefined
	const action = why && remedy && why.remedy !== 'none' && { label: remedyWords[why.remedy](), onPress: remedy }

	useEffect(() => {
		if (why?.field) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}, [why])

	return (
		<Page
			title={title}
			large
			top={top}
			back={{ label: m.common_back(), onBack }}
			bottom={
				<>
					<Banner action={action || undefined}>{why && !why.field ? sentence : undefined}</Banner>
					{why?.field && action && (
						<Button kind="secondary" block onClick={action.onPress}>
							{action.label}
						</Button>
					)}
					<Button
						kind="primary"
						size="large"
						block
						type="submit"
						form={id}
						disabled={!submit.isReady}
						loading={submit.busy}
					>
						{submit.label}
					</Button>
					{way && !(action && way.remedy === why?.remedy) && (
						<Button kind="quiet" onClick={way.onPress}>
							{way.label}
						</Button>
					)}
				</>
			}
		>
			{lead && <p className={styles.lead}>{lead}</p>}
			<form
				ref={form}
				id={id}
				className={styles.form}
				noValidate
				onSubmit={event => {
					event.preventDefault()
					if (submit.isReady) submit.onSubmit()
				}}
			>
				{children}
			</form>
		</Page>
	)
}
