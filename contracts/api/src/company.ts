import { CompanyId } from '@parley/core'
import { call } from './call.ts'
import { nothing, shape, spare } from './codec.ts'

export const company = {
	remember: call({
		route: 'POST /corp/rememberLastCorp',
		summary: 'Remembers the company the person works in now; the `corpId` header names it where the body does not.',
		who: 'member',
		input: shape({ companyId: spare('corpId', CompanyId) }),
		output: nothing,
		refusals: {},
	}),
}
