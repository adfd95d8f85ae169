import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SearchField } from './SearchField.tsx'
import { TextField } from './TextField.tsx'

afterEach(cleanup)

const input = () => screen.getByLabelText<HTMLInputElement>('名称')
const typeIn = (value: string) => fireEvent.input(input(), { target: { value } })

test('a limit is of code points, and the browser cuts nothing', () => {
	render(<TextField label="名称" maxCharacters={50} counter defaultValue="" />)
	expect(input().hasAttribute('maxlength')).toBe(false)
	typeIn('𠮷'.repeat(51))
	expect(input().value).toBe('𠮷'.repeat(50))
	expect(screen.getByText('50/50')).toBeTruthy()
})

test('what an input method is composing is left alone until it is done', () => {
	render(<TextField label="名称" maxCharacters={2} defaultValue="" />)
	input().value = '一二三'
	fireEvent(input(), new InputEvent('input', { bubbles: true, isComposing: true }))
	expect(input().value).toBe('一二三')
	fireEvent.compositionEnd(input())
	expect(input().value).toBe('一二')
})

function Search() {
	const [value, setValue] = useState('')
	return <SearchField label="名称" clearLabel="清空" value={value} onValueChange={setValue} maxCharacters={50} />
}

test('a search field counts the same way', () => {
	render(<Search />)
	expect(input().hasAttribute('maxlength')).toBe(false)
	fireEvent.change(input(), { target: { value: '𠮷'.repeat(51) } })
	expect(input().value).toBe('𠮷'.repeat(50))
})
