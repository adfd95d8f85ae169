import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '../locales/index.ts'
import { Banner, Button, Page } from '../ui/index.ts'
import styles from './FormPage.module.css'
import { type FormError, type Remedy, remedyLabels } from './formError.ts'

export interface FormPageProps {
	title: string
	/** The purpose of the screen. */
	lead?: ReactNode
	onBack(): void
	/** Its distance from the top on iPhone X style screens (OP-019). */
	top?: 24 | 44
	submit: { label: string; isReady: boolean; busy: string | false; onSubmit(): void }
	/** An error of the whole form; errors of a field are shown by the field. */
	error?: FormError | undefined
	/** Remedies for an error that this screen offers. */
	remedies?: Partial<Record<Remedy, () => void>>
	/** Another way, below the submit button; left out while the error offers the same remedy. */
	alternative?: { remedy?: Remedy; label: string; onPress(): void } | undefined
	children: ReactNode
}

/** A form with one submit button: the layout of all screens about an account. */
export function FormPage({ title, lead, onBack, top = 24, submit, error, ...rest }: FormPageProps) {
	const { remedies = {}, alternative, children } = rest
	const id = useId()
	const form = useRef<HTMLFormElement>(null)
	const remedy = error?.remedy
	const onRemedy = remedy && remedies[remedy]
	const action = remedy && onRemedy && { label: remedyLabels[remedy](), onPress: onRemedy }

	useEffect(() => {
		if (!error?.field) return
		const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
		field?.focus()
		// A field that has the focus already is not scrolled to, and its error may be behind the buttons.
		field?.scrollIntoView({ block: 'nearest' })
	}, [error])

	return (
		<Page
			title={title}
			large
			top={top}
			back={{ label: m.common_back(), onBack }}
			bottom={
				<>
					<Banner action={action}>{error && !error.field ? error.message : undefined}</Banner>
					{error?.field && action && (
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
					{alternative && !(action && alternative.remedy === remedy) && (
						<Button kind="quiet" onClick={alternative.onPress}>
							{alternative.label}
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
