import { smsType } from '@parley/api'
import { defaults } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { Lost, parseTitle, useFlow } from '../../features/account/index.ts'
import { refreshPerson, useSession } from '../../features/session/index.ts'
import {
	type Provider,
	providerName,
	providerQueryParams,
	type UnbindMessageKey,
	UnbindPage,
	unbindMessage,
	useUnbind,
	verifyByMobile,
} from '../../features/social/index.ts'
import { isMobileCodeFilled, MobileCodeFields, type MobileCodeValues } from '../../features/verification/index.ts'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'

/** Unlinking a sign-in, with a code to the number of the account (UNBIND-01, UNBIND-02). */
export function UnbindByPhone({ provider }: { provider: Provider }) {
	const { title, mobile, mobileCode } = useSearch({ from: '/forgetPwd/phoneRetrieve' })
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	const person = useSession()
	const own = person.kind === 'member' ? person.user : undefined
	const flow = useFlow<UnbindMessageKey>()
	const [form, setForm] = useState<MobileCodeValues>(() => ({
		areaCode: own?.mobileCode || mobileCode || defaults.areaCode,
		mobile: own?.mobile || mobile || '',
		code: '',
	}))
	const name = providerName(provider)
	const unbinding = useUnbind(provider, {
		onUnbound() {
			toast.show(m.social_unbind_done({ provider: name }), { tone: 'ok' })
			void refreshPerson()
			back()
		},
	})
	const byOa = () =>
		void navigate({
			to: '/forgetPwd/oaVerification',
			search: { [providerQueryParams[provider]]: 'true' },
			replace: true,
		})

	if (!own) {
		return (
			<Lost
				title={m.social_unbind_nobody_title()}
				text={m.social_unbind_nobody_text()}
				action={{ label: m.account_to_sign_in(), onPress: () => void navigate({ to: '/Login', replace: true }) }}
				onBack={back}
			/>
		)
	}
	if (!own.mobile && !mobile) {
		return (
			<Lost
				title={m.social_unbind_no_phone_title()}
				text={m.social_unbind_no_phone_text()}
				action={{ label: m.account_by_oa(), onPress: byOa }}
				other={{ label: m.account_bind_phone(), onPress: () => void navigate({ to: '/bindPhone' }) }}
				onBack={back}
			/>
		)
	}

	const why = flow.why ?? (unbinding.state.at === 'refused' ? unbinding.state.refusal : undefined)
	const sentence = why && unbindMessage(why)
	return (
		<UnbindPage
			title={parseTitle(title) ?? m.social_unbind_title({ provider: name })}
			lead={m.social_unbind_phone_lead()}
			provider={provider}
			onBack={back}
			isReady={isMobileCodeFilled(form)}
			isSubmitting={flow.isAsking}
			why={why}
			remedies={{ 'by-oa': byOa }}
			alternative={{ remedy: 'by-oa', label: m.account_by_oa(), onPress: byOa }}
			unbinding={unbinding}
			onVerify={() =>
				void flow.run(
					() => verifyByMobile(provider, form, callApi),
					token => {
						flow.rest()
						unbinding.dispatch({ type: 'verified', token })
					},
				)
			}
		>
			<MobileCodeFields
				value={form}
				onChange={value => {
					flow.rest()
					unbinding.dispatch({ type: 'edited' })
					setForm(value)
				}}
				type={smsType.bind}
				isAreaLocked
				isNumberLocked={Boolean(own.mobile)}
				mobileError={why?.field === 'mobile' ? sentence : undefined}
				codeError={why?.field === 'code' ? sentence : undefined}
			/>
		</UnbindPage>
	)
}
