import { smsType } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	type BindMobileSaying,
	bindMobile,
	bindMobileSentence,
	FormPage,
	Lost,
	useFlow,
} from '../../features/account/index.ts'
import { refreshPerson, signOut } from '../../features/session/index.ts'
import {
	emptyMobileCode,
	getLastMobile,
	isMobileCodeFilled,
	MobileCodeFields,
	type MobileCodeValues,
	validateMobile,
} from '../../features/verification/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { toast } from '../../ui/index.ts'

/** /bindPhone: a number for whoever is signed in, where the site knows people by theirs (HTTP-10). */
export function BindPhone() {
	const navigate = useNavigate()
	const back = useBack('/')
	const flow = useFlow<BindMobileSaying>()
	const [form, setForm] = useState<MobileCodeValues>(() => ({ ...emptyMobileCode, ...getLastMobile(smsType.bind) }))
	const signIn = () => void navigate({ to: '/Login', replace: true })

	if (!storage.read('accessToken')) {
		return (
			<Lost
				title={m.account_bind_nobody_title()}
				text={m.account_bind_nobody_text()}
				action={{ label: m.account_to_sign_in(), onPress: signIn }}
				onBack={back}
			/>
		)
	}

	function submit() {
		void flow.run(
			() => bindMobile(form, callApi),
			() => {
				storage.write('mobile', form.mobile)
				toast.show(m.account_bind_done(), { tone: 'ok' })
				// What the number was missing for works now.
				void refreshPerson().then(() => navigate({ to: '/MeetingList', replace: true }))
			},
		)
	}

	async function leave() {
		await signOut()
		signIn()
	}

	const { why } = flow
	const sentence = why && bindMobileSentence(why)
	return (
		<FormPage
			title={m.account_bind_title()}
			lead={m.account_bind_lead()}
			onBack={back}
			submit={{
				label: m.account_bind_submit(),
				isReady: isMobileCodeFilled(form),
				busy: flow.isAsking && m.account_bind_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'sign-in': signIn, reload: () => window.location.reload() }}
			way={{ label: m.account_use_another(), onPress: () => void leave() }}
		>
			<MobileCodeFields
				value={form}
				onChange={value => {
					flow.rest()
					setForm(value)
				}}
				type={smsType.bind}
				beforeSend={() => validateMobile(smsType.bind, form)}
				mobileError={why?.field === 'mobile' ? sentence : undefined}
				codeError={why?.field === 'code' ? sentence : undefined}
			/>
		</FormPage>
	)
}
