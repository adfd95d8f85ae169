export { createCodeAttemptLimit, createPasswordAttemptLimit } from './attemptLimit.ts'
export { accountHttp } from './http.ts'
export { createKnownDevices, type KnownDevices, knownDeviceLifetimeMs } from './knownDevices.ts'
export {
	type CodeInput,
	createMobileNumberService,
	type MobileInput,
	type MobileNumberService,
} from './mobileNumbers.ts'
export { type AuthenticatePassword, createPasswordAuthenticator } from './passwordAuthenticator.ts'
export { createPasswordResetService } from './passwordReset.ts'
export { isPasswordUnacceptable } from './passwordRule.ts'
export { createSqlPeopleStore } from './peopleStore.sql.ts'
export type { DisabledBy, KnownPerson, Member, PeopleStore, PersonChange } from './peopleStore.ts'
export { insertPhoneAccount } from './phoneAccount.ts'
export { createRegistrationService } from './registration.ts'
export { type AccountService, createAccountService, type NewAccount } from './service.ts'
export { createSetUpService } from './setUp.ts'
export { createSqlAccountStore } from './store.sql.ts'
export type { Account, AccountStore, FreshAccount, MembershipRow } from './store.ts'
