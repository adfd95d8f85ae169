import { useMemo } from 'react'
import {
	type FormError,
	FormPage as NewFormPage,
	type FormPageProps as NewProps,
	type Remedy as NewRemedy,
} from '../../forms/index.ts'
import type { Remedy, TurnedAway } from './turnedAway.ts'

const remedyOf = {
	register: 'register',
	'sign-in': 'signIn',
	'start-over': 'startOver',
	'by-phone': 'byPhone',
	'by-oa': 'byOa',
	'app-again': 'openAppAgain',
	reload: 'reload',
} as const satisfies Record<Exclude<Remedy, 'none'>, NewRemedy>

export interface FormPageProps extends Omit<NewProps, 'error' | 'remedies' | 'alternative'> {
	why?: TurnedAway | undefined
	sentence?: string | undefined
	remedies?: Partial<Record<Remedy, () => void>>
	way?: { remedy?: Remedy; label: string; onPress(): void } | undefined
}

/** Translates the old error type for screens that do not use `forms/` yet. */
export function FormPage({ why, sentence, remedies = {}, way, ...props }: FormPageProps) {
	const toNew = (remedy: Remedy | undefined) => (remedy && remedy !== 'none' ? remedyOf[remedy] : undefined)
	const remedy = toNew(why?.remedy)
	const error: FormError | undefined = why && {
		type: why.says,
		message: sentence ?? '',
		...(why.field && { field: why.field }),
		...(remedy && { remedy }),
	}
	const wayRemedy = toNew(way?.remedy)
	const { remedy: _, ...link } = way ?? {}
	return (
		<NewFormPage
			{...props}
			error={useStable(error, why)}
			remedies={Object.fromEntries(Object.entries(remedies).map(([key, act]) => [toNew(key as Remedy), act]))}
			alternative={way && ({ ...link, ...(wayRemedy && { remedy: wayRemedy }) } as NewProps['alternative'])}
		/>
	)
}

/** The same object as long as the reason is the same, so that focus moves once. */
function useStable<T>(value: T, of: unknown): T {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the value is made from the reason
	return useMemo(() => value, [of])
}
