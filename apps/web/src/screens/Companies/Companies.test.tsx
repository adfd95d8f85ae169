import { UserProfile } from '@parley/api'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage } from '../../locales/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Companies } from './Companies.screen.tsx'

const call = 'GET /meeting/personalCenterInfo'
const member = aMember()
const company = (companyId: string, name: string, type = 1) => ({ ...member.user.companies[0], companyId, name, type })
const three = [company('c1', '港湾实验室'), company('c2', '个人', 2), company('c3', '北岸设计')]
const withCompanies = (companies: object[]) =>
	({ ...member, company: companies[0], user: { ...member.user, companies } }) as typeof member
const inFull = (companies: object[]) =>
	UserProfile.encode({ ...withCompanies(companies).user, isMasterPlatform: true, rights: { maxPeople: 300 } })
const show = () => renderScreen('/companies', Companies, '/companies')
const names = () => screen.getByText(/北岸设计/).closest('ul')?.textContent

beforeEach(() => localStorage.setItem('accessToken', 'a'))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	localStorage.clear()
	act(() => chooseLanguage('zh'))
})

test('[CORP-06] [ROUTE-47] the companies without the personal edition, separated in the style of the language, the current one marked', async () => {
	setPerson(withCompanies(three))
	stubServer({ [call]: { data: inFull(three) } })
	const { unmount } = await show()
	expect(names()).toBe('港湾实验室当前，北岸设计')
	unmount()
	chooseLanguage('en')
	await show()
	expect(names()).toBe('港湾实验室Current, 北岸设计')
	expect(screen.queryByText(/个人/)).toBeNull()
})

test('[CORP-02] [CORP-06] a tap on a company switches to it', async () => {
	setPerson(withCompanies(three))
	const server = stubServer({ [call]: { data: inFull(three) }, 'POST /corp/rememberLastCorp': {} })
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '北岸设计' }))
	await waitFor(() =>
		expect(screen.getByRole('button', { name: /北岸设计/ }).getAttribute('aria-current')).toBe('true'),
	)
	expect(server.last('POST /corp/rememberLastCorp')?.body).toMatchObject({ corpId: 'c3' })
})

test('[CORP-02] a company one is in no more is gone from the list after a tap on it', async () => {
	setPerson(withCompanies(three))
	const left = three.slice(0, 2)
	const server = stubServer({
		[call]: () => ({ data: inFull(server.count('GET /auth/me') > 0 ? left : three) }),
		'POST /corp/rememberLastCorp': { status: 403, code: 403 },
		'GET /auth/me': { data: inFull(left) },
	})
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '北岸设计' }))
	await waitFor(() => expect(server.count('GET /auth/me')).toBe(1))
	await waitFor(() => expect(screen.queryByRole('button', { name: /北岸设计/ })).toBeNull())
})

test('[CORP-06] shows the companies the server returns', async () => {
	setPerson(withCompanies(three.slice(0, 1)))
	stubServer({ [call]: { data: inFull(three) } })
	await show()
	await screen.findByText(/北岸设计/)
})

test('[CORP-06] an empty state is shown for a person in no company', async () => {
	setPerson(withCompanies(three.slice(1, 2)))
	stubServer({ [call]: { data: inFull(three.slice(1, 2)) } })
	await show()
	await screen.findByText('还没有加入企业')
})

test('without network the known companies stay, and can be fetched again', async () => {
	setPerson(withCompanies(three))
	const server = stubServer({ [call]: 'no-answer' })
	await show()
	await screen.findByText('网络异常，显示的是上次的信息')
	expect(names()).toContain('港湾实验室')
	server.answers[call] = { data: inFull(three) }
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await waitFor(() => expect(screen.queryByText('网络异常，显示的是上次的信息')).toBeNull())
})
