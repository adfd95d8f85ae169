import { account } from '@parley/api'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import {
	encryptPassword,
	findLinkProblem,
	NewPasswordFields,
	parseSetUpToken,
	passwordResetSchema,
	preloadEncryption,
	setUpPassword,
} from '../../features/account/index.ts'
import { signOut } from '../../features/session/index.ts'
import { FormPage, UnavailablePage, useCallForm } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { useCallQuery } from '../../query/index.ts'
import { Page, SkeletonCards, toast } from '../../ui/index.ts'

export const title = () => m.account_setup_title()

/** Long enough to be read on the way to the next screen. */
const toastMs = 4000

/** /setUp#token: a person whose account an administrator made chooses its first password. */
export function SetUp() {
	const token = useLocation({ select: ({ hash }) => parseSetUpToken(hash) })
	const navigate = useNavigate()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const { data: person, failure, refetch } = useCallQuery(account.setUpLink, { token }, { enabled: token !== '' })
	const names = person ? [person.name, person.displayName] : []
	const form = useCallForm({
		defaultValues: { password: '', again: '' },
		schema: passwordResetSchema,
		send: values => setUpPassword(values, token, { callApi, encryptPassword }),
		async onDone() {
			// Every session of the person has ended; another person may be signed in here.
			await signOut()
			toast.show(m.account_setup_done(), { tone: 'ok', durationMs: toastMs })
			await navigate({ to: '/Login', replace: true, state: person ? { newAccount: person.name } : {} })
		},
	})
	const { values, error } = form

	const problem = token === '' ? findLinkProblem('linkUnknown') : findLinkProblem(error?.type ?? failure?.refusal)
	const signIn = { label: m.account_to_sign_in(), onPress: () => void navigate({ to: '/Login', replace: true }) }
	if (problem) return <UnavailablePage title={problem.title()} text={problem.text()} action={signIn} onBack={back} />
	if (failure) {
		return (
			<UnavailablePage
				title={m.account_setup_failed_title()}
				text={m.account_setup_failed_text()}
				action={{ label: m.error_retry(), onPress: () => void refetch() }}
				otherAction={signIn}
				onBack={back}
			/>
		)
	}
	if (!person) {
		return (
			<Page title={m.account_setup_title()} back={{ label: m.common_back(), onBack: back }}>
				<SkeletonCards label={m.common_loading()} count={1} />
			</Page>
		)
	}
	return (
		<FormPage
			title={m.account_setup_title()}
			lead={m.account_setup_lead(person)}
			onBack={back}
			submit={{
				label: m.account_setup_submit(),
				isReady: values.password !== '' && values.again !== '',
				busy: form.isSubmitting && m.account_setup_working(),
				onSubmit: form.submit,
			}}
			error={error}
			remedies={{ reload: () => window.location.reload() }}
		>
			<NewPasswordFields form={form} names={names} clipboard="allowed" />
		</FormPage>
	)
}

export { SetUp as Screen }
